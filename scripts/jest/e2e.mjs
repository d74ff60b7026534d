import { tellOfPages } from '../../e2e/recorder'

// A journey walks through a real browser over a real server.
jest.setTimeout(240_000)

// One that fails tells what its pages saw last: a press that did nothing leaves no other trace.
const { test } = globalThis
const telling = (name, journey, ...more) =>
  test(
    name,
    async () => {
      try {
        await journey()
      } catch (error) {
        process.stderr.write(`\n${name}\n${await tellOfPages()}\n`)
        throw error
      }
    },
    ...more,
  )
globalThis.test = Object.assign(telling, test)
