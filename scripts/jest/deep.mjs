// Suites that search for long: faults under load, generated input. The limit only ends one that hangs.
jest.setTimeout(3_600_000)
