import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { lives, startMark } from '../process-id.mjs'
import { sleep } from './text.mjs'

// What an earlier run left: a PostgreSQL without its master, a file that names a process that is gone.

/** Our lock is held, so a PostgreSQL that still runs on these data lost its master (kill -9): it is ended, by pid. */
export async function endOrphan(data, log) {
  const pidFile = path.join(data, 'postmaster.pid')
  const pid = readPidFile(pidFile)?.pid
  if (pid) {
    const mark = startMark(pid)
    if (mark && worksOn(pid, data)) {
      log(`a PostgreSQL of an earlier run still works on these data (process ${pid}): stopping it`)
      for (const [signal, patience] of [['SIGINT', 30_000], ['SIGQUIT', 10_000], ['SIGKILL', 5_000]]) {
        signalTo(pid, signal)
        if (await gone(pid, mark, patience)) break
      }
    } else if (mark) {
      // The number belongs to another program now. PostgreSQL would take it for a living server and refuse.
      fs.rmSync(pidFile, { force: true })
    }
  }
  // Children of a killed postmaster hold its memory until they notice. They have nothing left to write.
  for (const child of processesIn(data)) {
    signalTo(child, 'SIGKILL')
    await gone(child, startMark(child), 5_000)
  }
}

export function readPidFile(file) {
  try {
    const lines = fs.readFileSync(file, 'utf8').split('\n')
    return { pid: Math.abs(Number(lines[0])) || null, state: (lines[7] ?? '').trim() }
  } catch {
    return null
  }
}

function worksOn(pid, data) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(data)
  } catch {
    const said = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
    return said.includes('postgres') && said.includes(data)
  }
}

function processesIn(data) {
  if (process.platform !== 'linux' || !fs.existsSync(data)) return []
  const real = fs.realpathSync(data)
  return fs.readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return fs.readlinkSync(`/proc/${name}/cwd`) === real && path.basename(fs.readlinkSync(`/proc/${name}/exe`)).startsWith('postgres')
    } catch {
      return false
    }
  }).map(Number)
}

function signalTo(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function gone(pid, mark, patience) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    if (mark === null || !lives(pid, mark)) return true
    await sleep(20)
  }
  return !lives(pid, mark)
}
