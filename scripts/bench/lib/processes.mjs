import { fork } from 'node:child_process'
import fs from 'node:fs'
import { at } from '../../lib/root.mjs'

const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * Starts a program of its own that says `{ ready }` when it serves. Answers `{ pid, ready, ask, stop }`: `ask(message)` waits
 * for the one answer, `ready` is what it said, `milliseconds` what it took.
 */
export async function start(script, { options = {}, env = {}, execArgv = [] } = {}) {
  const begin = performance.now()
  // Nothing of this shell's settings reaches it. Its log goes nowhere, as into the pipe of a service manager; what it complains of is shown.
  const child = fork(at(script), { env: { PATH: process.env.PATH, ...env }, execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  running.add(child)
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  void exited.then(() => running.delete(child))
  const next = () =>
    new Promise((resolve, reject) => {
      const onMessage = (message) => {
        child.off('exit', onExit)
        resolve(message)
      }
      const onExit = (code, signal) => {
        child.off('message', onMessage)
        reject(new Error(`${script} ended (${code ?? signal}) before it answered`))
      }
      child.once('message', onMessage)
      child.once('exit', onExit)
    })
  child.send({ start: options })
  const { ready } = await next()
  return {
    pid: child.pid,
    ready,
    milliseconds: performance.now() - begin,
    ask(message) {
      const answer = next()
      child.send(message)
      return answer
    },
    async stop() {
      if (child.connected) child.send({ stop: true })
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await exited
      clearTimeout(timer)
    },
  }
}

/** Megabytes that a process holds in memory now, and the most it ever held; null where the system does not tell. */
export function memoryOf(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    const of = (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024
    return { now: of('VmRSS'), most: of('VmHWM') }
  } catch {
    return null
  }
}

/** Seconds of processor time that a process has used. */
export function cpuOf(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Processes that were started by another one. */
export function childrenOf(parent) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })
}

/** Waits for the `{ start }` of `start`, runs `begin(options)`, and keeps answering what `begin` gives back. */
export function serve(begin) {
  let running
  process.on('message', async (message) => {
    try {
      if (message.start) {
        running = await begin(message.start)
        process.send({ ready: running.ready })
      } else if (message.stop) {
        await running?.stop()
        process.exit(0)
      } else {
        process.send(await running.answer(message))
      }
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  })
}
