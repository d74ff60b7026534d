// A project of Jest cannot set its own time-out in the configuration.
jest.setTimeout(30_000)
