import { fork } from 'node:child_process'
import { growingPauses, startAgain } from './restarts.mjs'
import { Problem } from './problem.mjs'
import { at } from './root.mjs'

const CLOSE_WITHIN = 30_000

/**
 * Runs the server in a process of its own and starts it again whenever that ends by itself. A start that never came to `ready`
 * is not repeated: what it says is for the person who starts it.
 *
 * - `options()`: what the server is started with, asked anew each time.
 * - `ready`: a promise of `{ url, firstRun }`; throws what the server says against the first start.
 * - `stop()`: lets it answer what has come in; `renew()`: the same, and then a start with what `options` says now.
 */
export function keepServer({ options, log, complain, isEnding, program = at('scripts/lib/server-process.mjs') }) {
  const pauses = growingPauses()
  let child
  let port
  let stopping = false
  let wake = () => {}
  const sleep = (ms) => new Promise((done) => {
    const timer = setTimeout(done, ms)
    wake = () => (clearTimeout(timer), done())
  })

  /** One process, up to its `ready`. */
  async function begin() {
    const mine = fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true })
    child = { process: mine, exited: new Promise((done) => mine.once('exit', (code, signal) => done(signal ?? `exit code ${code}`))), since: performance.now() }
    mine.on('error', () => {})
    const heard = new Promise((done) => mine.once('message', done))
    mine.send({ start: { ...options(), ...(port ? { port } : {}) } }, () => {})
    const word = await Promise.race([heard, child.exited])
    if (word.ready) {
      // A port that was left to chance is the address that people have open.
      port = Number(new URL(word.ready.url || 'http://none:0').port) || port
      return word.ready
    }
    await child.exited
    if (word.failed) throw word.failed.userMessage ? new Problem(word.failed.userMessage) : Object.assign(new Error(word.failed.message), word.failed)
    throw new Problem(`The server ended while it was starting (${word}).`)
  }

  async function keep() {
    for (;;) {
      const { exited, since } = child
      const why = await exited
      if (isEnding() || stopping) return
      if (child.renewing) await begin().catch(() => {})
      else if (await startAgain({ what: 'The server', why, livedMs: performance.now() - since, pauses, start: begin, isEnding: () => isEnding() || stopping, complain, sleep })) log('the server runs again')
    }
  }

  const ready = begin().then((first) => {
    void keep()
    return first
  })
  return {
    ready,
    get pid() {
      return child.process.pid
    },
    async stop() {
      stopping = true
      wake()
      await close(child)
    },
    async renew() {
      const old = child
      old.renewing = true
      await close(old)
    },
  }
}

/** Asks a server to end; one that does not is killed. */
async function close({ process: child, exited }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  if (child.connected) child.send({ close: true }, () => {})
  let timer
  const late = await Promise.race([exited.then(() => false), new Promise((done) => (timer = setTimeout(() => done(true), CLOSE_WITHIN)))])
  clearTimeout(timer)
  if (!late) return
  child.kill('SIGKILL')
  await exited
  throw new Problem(`it did not finish within ${CLOSE_WITHIN / 1000} s.`)
}
