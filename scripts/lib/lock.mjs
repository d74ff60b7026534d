import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { lives, startMark } from './process-id.mjs'

/**
 * A lock that dies with its process: the file names the process and its start time, so a file left behind by kill -9
 * holds nobody up. Answers `{ release }`, or `{ holder }` (the pid) when a living process has it.
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${process.pid}\n${startMark(process.pid)}\n`
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, mine, { mode: 0o600 })
    for (let turn = 0; turn < 20; turn += 1) {
      try {
        // link() either makes the whole file or fails: nobody ever reads half of it.
        linkSync(draft, file)
        const release = () => {
          process.off('exit', release)
          if (read(file) === mine) rmSync(file, { force: true })
        }
        process.on('exit', release)
        return { release }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const seen = read(file)
      if (seen === null) continue
      const [pid, mark] = seen.split('\n')
      if (pid && lives(Number(pid), mark)) return { holder: Number(pid) }
      putAside(file, seen)
    }
    throw new Error(`could not take ${file}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Waits until the lock is free; `onWait(pid)` is called once when it has to. */
export async function waitForLock(file, onWait) {
  for (let first = true; ; first = false) {
    const lock = takeLock(file)
    if (lock.release) return lock
    if (first) onWait?.(lock.holder)
    await new Promise((done) => setTimeout(done, 200))
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function putAside(file, seen) {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  // Another start may have put its own lock there since we looked: that one goes back.
  if (read(aside) !== seen) {
    try {
      linkSync(aside, file)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  unlinkSync(aside)
}
