import path from 'node:path'
import { startPostgres } from '../postgres.mjs'
import { Problem } from '../problem.mjs'
import { settleThePast } from './aftercare.mjs'
import { MIGRATION_LOCK, consoles, strangers } from './catalog.mjs'
import { connect } from './connect.mjs'
import { copyFile, needRoom, sentenceOf } from './disk.mjs'
import { loadDatabase } from './load.mjs'
import { checkLevel, entriesOf, readManifest, verify } from './manifest.mjs'
import { takePlace } from './place.mjs'
import { renewRegistry, setTimes } from './releases.mjs'
import { ownLevel } from './schema.mjs'

// What is made and filled in one transaction then goes to the disk at its end, instead of into the log first.
const FOR_LOADING = { wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '4GB' }

/**
 * Makes a console from a backup in an empty place: its files below `dataDir`, its database in an embedded PostgreSQL there or,
 * with `databaseUrl`, in that empty database. Answers `{ manifest, settled }`; throws a `Problem` with one sentence, and leaves
 * the place as empty as it was.
 */
export async function restoreBackup({ from, dataDir, databaseUrl, sendWaiting = false, log, stopped = () => {} }) {
  let place
  let database
  let client
  let committing = false
  try {
    const manifest = readManifest(from)
    checkLevel(manifest, ownLevel())
    log(`checking the backup of ${manifest.time}`)
    await verify(from, manifest, { stopped })
    client = databaseUrl ? await openEmpty(databaseUrl) : undefined
    needRoom(dataDir, entriesOf(manifest).reduce((sum, entry) => sum + entry.bytes, 0))
    place = await takePlace({ dataDir, embedded: !databaseUrl, log })
    await copyAll({ from, manifest, draft: place.draft, log, stopped })
    setTimes(place.draft, manifest.releases)
    if (!renewRegistry(place.draft)) log('the registry of releases is signed elsewhere: release or take back something there, or browsers take this one for an old one')
    if (!databaseUrl) {
      database = await startPostgres({ dataDir: place.draft, log, settings: FOR_LOADING })
      client = await connect(database.url, 'association-console-restore')
    }
    await client.query('begin')
    await loadDatabase({ client, from, manifest, log, stopped })
    const settled = await settleThePast(client, { manifest, sendWaiting })
    stopped()
    // Files without rows are nothing to anybody; rows without files would be a fault.
    place.lay()
    committing = true
    await client.query('commit')
    committing = false
    await client.end()
    await database?.stop()
    place.finish()
    return { manifest, settled }
  } catch (error) {
    await client?.end().catch(() => {})
    await database?.stop()
    // Whether the other side has heard the last word nobody here knows: the files must not go then.
    if (committing && databaseUrl) {
      throw new Problem(`The connection broke off at the very end: if the database has tables now, it and ${dataDir} are whole; otherwise empty that folder and restore again.`)
    }
    await place?.abandon()
    throw sentenceOf(error, dataDir)
  }
}

/** A connection to a database in which nothing is, and in which no console can begin meanwhile. */
async function openEmpty(url) {
  const client = await connect(url, 'association-console-restore')
  try {
    if ((await consoles(client)) > 0) throw new Problem('A console is connected to this database: a restore goes into an empty one, name another with --database-url.')
    const { rows: [lock] } = await client.query('select pg_try_advisory_lock($1) as got', [MIGRATION_LOCK])
    if (!lock.got) throw new Problem('A console or another restore is just beginning on this database: stop it, or name another with --database-url.')
    const found = await strangers(client)
    if (found.length > 0) {
      throw new Problem(`This database is not empty (${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}): nothing is overwritten, name an empty one with --database-url.`)
    }
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function copyAll({ from, manifest, draft, log, stopped }) {
  log(`files: ${manifest.files.length}`)
  for (const entry of [...manifest.files, ...manifest.settings, ...manifest.releases]) {
    stopped()
    const found = await copyFile(path.join(from, entry.path), path.join(draft, entry.path), stopped)
    if (found?.sha256 !== entry.sha256) throw new Problem(`The backup is damaged: ${entry.path} changed while it was read. Nothing was restored.`)
  }
}
