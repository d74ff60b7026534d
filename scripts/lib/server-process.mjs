import { pathToFileURL } from 'node:url'
import { at } from './root.mjs'

// The server in a process of its own, as server-keeper.mjs starts it: `{ start: <options> }` comes over the channel, and
// `{ close: true }`; back go `{ ready: { url, firstRun } }` or `{ failed: … }`.

/** Milliseconds that an end may take when nobody waits for it any more. */
const FORSAKEN_MS = 10_000

// Whoever reads our lines may go away; the console goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
let server
let ending

process.on('message', ({ start, close }) => {
  if (start) void begin(start)
  if (close) void end(0)
})
// Our keeper was killed: nobody would start or stop us any more, and the next one wants the port.
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), FORSAKEN_MS).unref()
  void end(1)
})
process.on('SIGTERM', () => void end(0))
// For the whole group of a terminal: the keeper has heard it, too, and says what is to be done.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})

async function begin(options) {
  try {
    const { startServer } = await import(pathToFileURL(at('server/dist/main.mjs')).href)
    server = await startServer({ ...options, staticDir: at(), env: process.env })
    process.send?.({ ready: { url: server.url, firstRun: server.firstRun } })
  } catch (error) {
    const { userMessage, stack, message, code } = error
    process.send?.({ failed: { userMessage, stack, message, code, path: error.path } }, () => process.exit(1))
  }
}

/** A start that has not come to its end is cut off; the next one bears that. */
function end(code) {
  return (ending ??= (async () => {
    try {
      await server?.close()
    } catch (error) {
      console.error(error)
      code ||= 1
    }
    process.exit(code)
  })())
}
