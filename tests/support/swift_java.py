"""Java's options for servers that live for minutes and work on little data."""

# Java's second compiler would take more than it gains, and a collector that works
# beside the others takes their cores. By default the first compiler alone gets little
# room for its code, and each time that classes need more room, everything is
# collected. Spark's classes are not verified at each start.
SWIFT_JAVA = (
    "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseSerialGC"
    " -XX:MetaspaceSize=400m"
    " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)
# For a heap of 1 GB or more.
ROOMY_JAVA = "-Xms768m -Xmn384m"
