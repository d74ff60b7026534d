// A journey walks through a real browser over a real server.
jest.setTimeout(120_000)
