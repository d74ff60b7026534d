// Keeps a Chromium for the journeys of one worker, which connect to it one after the other, and ends it with the worker: Chromium itself
// would live on. Playwright's own start would end it after each journey.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { program, args } = JSON.parse(process.argv[2])
const profile = mkdtempSync(join(tmpdir(), 'journey-browser-'))
const browser = spawn(program, [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })

let said = ''
browser.stderr.on('data', (piece) => {
  if (said === undefined) return
  said += piece.toString()
  const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
  if (!url) return
  said = undefined
  process.send({ url })
})
browser.once('exit', async (code, signal) => {
  // Its own processes end a moment after it, and write until then.
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch(() => undefined)
  if (process.connected) process.send({ error: `Chromium ended with ${code ?? signal}: ${said ?? ''}` }, () => process.exit(1))
  else process.exit(0)
})
/** Ends the browser with all that it has started: Debian's program is a script whose child would live on. */
function end() {
  try {
    process.kill(-browser.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
process.once('disconnect', end)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
