import fs from 'node:fs'
import path from 'node:path'
import { takeLock } from './lock.mjs'
import { addConsole, clearUnfinished, createCluster, keepCluster, readSecret, renewSecret } from './postgres/cluster.mjs'
import { endOrphan } from './postgres/left-over.mjs'
import { choosePlace, lockPlace, makeHome, readLocation } from './postgres/place.mjs'
import { choosePrograms } from './postgres/programs.mjs'
import { run } from './postgres/running.mjs'
import { diskFull, isDiskFull } from './problem.mjs'

// The embedded PostgreSQL. The package's binaries are driven directly: its class knows neither a closed home folder nor
// a crash, and leaves the cluster's password to its caller.
//
//   <dataDir>/postgres/lock         who uses it now
//   <dataDir>/postgres/secret.json  the passwords of this cluster, mode 0600
//   <dataDir>/postgres/server.log   what PostgreSQL says
//   <dataDir>/postgres/unfinished   there until the start that made the cluster came to its end
//   <dataDir>/postgres/data         the cluster itself; or, when PostgreSQL's own user cannot get there,
//   <dataDir>/postgres/location     one line: the folder that holds `data` instead

/**
 * Starts the PostgreSQL of `dataDir`, making it first when there is none.
 *
 * - `url`: the program's own database and its owner (no superuser); `consoleUrl`: the same as the role that owns nothing, as which
 *   the server works; `adminUrl`: the superuser.
 * - `stop()`: fast clean shutdown; `exited`: a promise of the exit code, for a PostgreSQL that ends by itself; `again()`: starts
 *   it again then, on the same port when that is free, and answers the same as this function.
 * - `durable: false` turns fsync off (tests). `log` gets one line a step. `settings` are further `-c` settings.
 * - `provisional`: a cluster that this start makes is emptied by the next one unless `keep()` was called.
 * - `lock`: one from `lockPostgres`, where the caller wants to know early that the data are in use.
 *
 * Throws a `Problem` whose message is one sentence for the person at the console.
 */
export async function startPostgres({ dataDir, log = () => {}, durable = true, settings = {}, provisional = false, lock }) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  const held = [lock ?? lockPostgres(dataDir)]
  const release = () => held.splice(0).forEach((one) => one.release())
  try {
    const place = choosePlace(home, log)
    if (place.folder !== home) held.push(lockPlace(place.folder, dataDir))
    const programs = choosePrograms(place.user, log)
    await endOrphan(place.data, log)
    if (fs.existsSync(path.join(place.data, 'PG_VERSION'))) clearUnfinished({ home, place, programs, log })
    else createCluster({ home, place, programs, provisional, log })
    let secret = readSecret(home) ?? renewSecret({ home, place, programs, log })
    if (!secret.console) secret = addConsole({ home, place, programs, secret, log })
    const begin = async (port) => {
      const running = await run({ home, place, programs, secret, durable, settings, log, release, port })
      return { ...running, keep: () => keepCluster(home), again: () => endOrphan(place.data, log).then(() => begin(running.port)) }
    }
    return await begin()
  } catch (error) {
    release()
    if (isDiskFull(error)) throw diskFull(home)
    throw error
  }
}

/** Takes the data for this process, or throws the sentence that says who has them. */
export function lockPostgres(dataDir) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  makeHome(home)
  return lockPlace(home, dataDir)
}

/** Deletes the cluster of `dataDir`, wherever it lies. For tests: data in use are left alone. */
export async function removePostgres({ dataDir }) {
  const home = path.join(path.resolve(dataDir), 'postgres')
  if (!fs.existsSync(home)) return
  const lock = takeLock(path.join(home, 'lock'))
  if (lock.holder) return
  const elsewhere = readLocation(home)
  await endOrphan(path.join(elsewhere ?? home, 'data'), () => {})
  lock.release()
  if (elsewhere) fs.rmSync(elsewhere, { recursive: true, force: true })
  fs.rmSync(home, { recursive: true, force: true })
}
