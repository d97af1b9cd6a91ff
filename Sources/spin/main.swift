import Foundation
import SpinSystem

exit(Launcher.isRequested ? Launcher.run() : Program.run().status())
