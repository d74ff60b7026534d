// A journey walks through a real browser over a real server.
jest.setTimeout(120_000)
// On a machine with other work a journey can miss a moment; it may try once more, and the first failure is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true })
