import { tellOfPages } from '../../e2e/recorder'

// A journey walks through a real browser over a real server. No test is checked by its time, which is the machine's: the limit only ends
// one that hangs, and what takes more than a minute on two quiet cores is to be split.
jest.setTimeout(600_000)

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
