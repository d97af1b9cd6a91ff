// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "spin",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "spin", targets: ["spin"])],
  targets: [
    .target(name: "SpinCore", swiftSettings: strict),
    .target(
      name: "CSpin",
      cSettings: [
        .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
      ]
    ),
    .target(name: "SpinSystem", dependencies: ["SpinCore", "CSpin"], swiftSettings: strict),
    .executableTarget(
      name: "spin", dependencies: ["SpinCore", "SpinSystem"], swiftSettings: strict),
    .target(
      name: "SpinTestSupport",
      dependencies: ["SpinCore", "CSpin"],
      path: "Tests/SpinTestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "SpinCoreTests", dependencies: ["SpinCore", "SpinTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SpinSystemTests",
      dependencies: ["SpinCore", "CSpin", "SpinSystem", "SpinTestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SpinEndToEndTests",
      dependencies: ["spin", "SpinCore", "SpinTestSupport"],
      swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
