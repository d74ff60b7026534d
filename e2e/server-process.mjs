// Runs the built server for a journey, in a process of its own: Jest cannot load ES modules into its tests.
const { startServer } = await import(new URL('../server/dist/main.mjs', import.meta.url).href)

let server
process.once('message', async (options) => {
  try {
    server = await startServer(options)
    process.send({ url: server.url })
  } catch (error) {
    process.send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
// Codes stand nowhere but on the terminal: a journey asks what was told there.
process.on('message', ({ toldTo }) => {
  if (toldTo) process.send({ told: server.platform.recorder.shown.filter(({ to }) => to === toldTo).map(({ text }) => text) })
})
// The journey has ended, in whatever way.
process.once('disconnect', async () => {
  await server?.close()
  process.exit(0)
})
