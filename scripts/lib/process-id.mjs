import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// A pid alone is not enough to know a process: numbers are used again. Its start time makes it one of a kind.

let bootId

function thisBoot() {
  if (bootId === undefined) {
    try {
      bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    } catch {
      bootId = ''
    }
  }
  return bootId
}

/** A text that no other process, before or after, has; null when there is no such process. */
export function startMark(pid) {
  if (process.platform === 'linux') {
    let stat
    try {
      stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    } catch {
      return null
    }
    // The name stands in brackets and may hold blanks; the fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    if (state === 'Z' || state === 'X') return null
    return `${thisBoot()}:${fields[19]}`
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null
  } catch {
    return null
  }
}

export function lives(pid, mark) {
  const now = startMark(pid)
  return now !== null && (mark === undefined || now === mark)
}
