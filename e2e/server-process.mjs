// Runs the built server for a journey, in a process of its own: Jest cannot load ES modules into its tests.
import { startServer } from '../server/dist/main.mjs'

let server
process.once('message', async (options) => {
  try {
    server = await startServer(options)
    process.send({ url: server.url })
  } catch (error) {
    process.send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
// The journey has ended, in whatever way.
process.once('disconnect', async () => {
  await server?.close()
  process.exit(0)
})
