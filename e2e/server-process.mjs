// Runs the built server for journeys, in a process of its own: Jest cannot load ES modules into its tests. It serves one journey after the
// other, each with a database and folder of its own: loading and warming up the program again for each would cost more than most starts.
const { startServer } = await import(new URL('../server/dist/main.mjs', import.meta.url).href)

let server
const answers = {
  async start(options) {
    server = await startServer(options)
    return { url: server.url }
  },
  // Codes stand nowhere but on the terminal: a journey asks what was told there.
  toldTo: (target) => ({ told: server.platform.recorder.shown.filter(({ to }) => to === target).map(({ text }) => text) }),
  async close() {
    const closing = server
    server = undefined
    await closing?.close()
    // What the main program does about rejections it does once for its process; here it does it for every start.
    process.removeAllListeners('unhandledRejection')
    return {}
  },
}
process.on('message', async ({ ask, given }) => {
  try {
    process.send(await answers[ask](given))
  } catch (error) {
    process.send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
// The journeys have ended, in whatever way.
process.once('disconnect', async () => {
  await server?.close()
  process.exit(0)
})
