import Foundation
import SpinSystem

exit(Program.run().status())
