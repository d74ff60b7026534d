// A project of Jest cannot set its own time-out in the configuration. No test is checked by its time, which is the machine's: the limit
// only ends one that hangs. It is wide: filling a table with 100,000 rows takes a busy machine a minute, starting a demo association five.
jest.setTimeout(900_000)
