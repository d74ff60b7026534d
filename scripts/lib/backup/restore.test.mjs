import fs from 'node:fs'
import path from 'node:path'
import { startTestServer } from '../../../server/test/harness'
import { removePostgres, startPostgres } from '../postgres.mjs'
import { takePlace } from './place.mjs'
import { ask, backupOf, command, emptyDatabase, sha256, testFolder, upload } from './test-console.mjs'

// A small backup, restored in all the ways that go wrong.

let folder
let from
const places = []

beforeAll(async () => {
  folder = testFolder('restore-test')
  const server = await startTestServer()
  const { dataDir } = server.platform.config
  await upload({ query: (text, values) => ask(server.databaseUrl, text, values) }, dataDir, Buffer.alloc(200_000, '附件'))
  // Enough that making the indexes takes a while: there a restore is killed below.
  await ask(server.databaseUrl, "insert into audit_log (title, user_name, record_type, record_id) select '试验' || n % 100, '甄', 'probe', n from generate_series(1, 60000) n")
  const made = await command('backup', ['--to', folder], { env: { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir } })
  from = backupOf(made)
  await server.stop()
})

afterAll(async () => {
  for (const place of places) {
    await removePostgres({ dataDir: path.join(place, '.restoring') })
    await removePostgres({ dataDir: place })
  }
  fs.rmSync(folder, { recursive: true, force: true })
})

const placeNamed = (name) => {
  const place = path.join(folder, name)
  places.push(place)
  return place
}

/** A copy of the backup with one thing changed. */
function altered(name, change) {
  const copy = path.join(folder, name)
  fs.cpSync(from, copy, { recursive: true })
  change(copy)
  return copy
}

function alterManifest(copy, change) {
  const file = path.join(copy, 'manifest.json')
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  change(manifest)
  const text = JSON.stringify(manifest)
  fs.writeFileSync(file, text)
  fs.writeFileSync(path.join(copy, 'manifest.sha256'), `${sha256(text)}  manifest.json\n`)
}

function flip(file) {
  const bytes = fs.readFileSync(file)
  bytes[bytes.length >> 1] ^= 1
  fs.writeFileSync(file, bytes)
}

const entry = (kind) => {
  const manifest = JSON.parse(fs.readFileSync(path.join(from, 'manifest.json'), 'utf8'))
  return kind === 'file' ? manifest.files[0].path : manifest.tables.find(({ name }) => name === 'sys_user').file.path
}

/** One restore after the other; each leaves no trace. */
async function refused(cases) {
  for (const [args, sentence] of cases) {
    const place = path.join(folder, 'refused')
    const { code, err } = await command('restore', [...args, ...(args.includes('--data-dir') ? [] : ['--data-dir', place])])
    expect(err).toMatch(sentence)
    expect([err.trim().split('\n').length, code, fs.existsSync(place)]).toEqual([1, 1, false])
  }
}

test('a backup that is damaged, foreign or newer is refused whole and leaves the place empty', async () => {
  await refused([
    [[], /^Say which backup/],
    [['--from', path.join(folder, 'nothing')], /^There is no .*nothing: name the folder of a backup/],
    [['--from', folder], /^.* is no backup of this console/],
    [['--from', altered('bad-table', (copy) => flip(path.join(copy, entry('table'))))], /is damaged: database\/public\.sys_user\.copy\.gz is not as it was written.*nothing was restored/],
    [['--from', altered('bad-file', (copy) => flip(path.join(copy, entry('file'))))], /is damaged: files\/.* is not as it was written/],
    [['--from', altered('short-file', (copy) => fs.truncateSync(path.join(copy, entry('file')), 99))], /is damaged: files\/.* has 99 bytes instead of 200000/],
    [['--from', altered('no-file', (copy) => fs.rmSync(path.join(copy, entry('table'))))], /is damaged: database\/public\.sys_user\.copy\.gz is missing/],
    [['--from', altered('bad-list', (copy) => flip(path.join(copy, 'manifest.json')))], /is damaged: manifest\.json is not as it was written/],
    [['--from', altered('leads-out', (copy) => alterManifest(copy, (m) => (m.files[0].path = 'files/../../../etc/passwd')))], /names files that no backup has/],
    [['--from', altered('new-format', (copy) => alterManifest(copy, (m) => (m.format = 2)))], /made by a newer console \(version 0\.1\.0\): its format 2 is not known here/],
    [['--from', altered('new-level', (copy) => alterManifest(copy, (m) => m.migrations.push({ name: '9999_later.sql', checksum: 'x' })))], /newer console .*: it has the migration 9999_later\.sql/],
    [['--from', altered('new-queue', (copy) => alterManifest(copy, (m) => (m.queueLevel = 999)))], /newer console .*: its queue has level 999/],
    [['--from', altered('other-build', (copy) => alterManifest(copy, (m) => (m.migrations[0].checksum = 'x')))], /another build of the console: its migration 0001_platform\.sql/],
    // Only the loading finds this one: by then a database had been made.
    [['--from', altered('fewer-rows', (copy) => alterManifest(copy, (m) => (m.tables.find(({ name }) => name === 'sys_user').rows += 1)))], /sys_user\.copy\.gz has 1 rows instead of 2/],
  ])
})

test('nothing is overwritten: neither a folder nor a database, and no console is disturbed', async () => {
  const used = path.join(folder, 'used')
  fs.mkdirSync(used)
  fs.writeFileSync(path.join(used, 'letter.txt'), 'mine')
  const full = await emptyDatabase('full')
  await ask(full.url, 'create table mine (a int)')
  const alive = await emptyDatabase('alive')
  const { Client } = (await import('node:module')).createRequire(path.resolve('server/package.json'))('pg')
  const console1 = new Client({ connectionString: alive.url, application_name: 'association-console' })
  await console1.connect()
  const place = path.join(folder, 'running')
  fs.mkdirSync(path.join(place, 'postgres'), { recursive: true })
  const { takeLock } = await import('../lock.mjs')
  const lock = takeLock(path.join(place, 'postgres', 'lock'))
  await refused([
    [['--from', from, '--data-dir', used], /used is not empty \(letter\.txt\): nothing is overwritten/],
    [['--from', from, '--data-dir', place], /^A console runs on .*running \(process \d+\)/],
    [['--from', from, '--database-url', full.url], /^This database is not empty \(public\.mine\): nothing is overwritten/],
    [['--from', from, '--database-url', alive.url], /^A console is connected to this database/],
  ])
  expect(fs.readdirSync(used)).toEqual(['letter.txt'])
  lock.release()
  await console1.end()
  await full.drop()
  await alive.drop()
})

test('an embedded console: restored, started, and backed up while it stands still', async () => {
  const place = placeNamed('embedded')
  const done = await command('restore', ['--from', from, '--data-dir', place])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(fs.readdirSync(place).sort()).toEqual(['data.key', 'files', 'postgres', 'release-key.pem'])
  const running = await startPostgres({ dataDir: place })
  expect(await ask(running.url, "select count(*)::int as n, current_user as owner from sys_user where login_name = 'admin'")).toEqual([{ n: 1, owner: 'association' }])

  const whileItRuns = await command('backup', ['--to', path.join(folder, 'again')], { env: { DATA_DIR: place } })
  expect(whileItRuns).toMatchObject({ code: 0, err: '' })
  await running.stop()
  const atRest = await command('backup', ['--to', path.join(folder, 'again')], { env: { DATA_DIR: place } })
  expect(atRest).toMatchObject({ code: 0, err: '' })
  const [one, two] = [whileItRuns, atRest].map((made) => JSON.parse(fs.readFileSync(path.join(backupOf(made), 'manifest.json'), 'utf8')))
  expect([one.console, two.console]).toEqual(['running', 'stopped'])
  expect(two.tables.map(({ name, rows }) => [name, rows])).toEqual(one.tables.map(({ name, rows }) => [name, rows]))
  expect(two.files).toEqual(one.files)
  expect(two.sequences).toEqual(one.sequences)
})

test('a restore that is killed is never taken for a console, and the next one begins anew', async () => {
  const place = placeNamed('cut')
  for (const line of ['· files', '· making the database', '· database:']) {
    const killed = await command('restore', ['--from', from, '--data-dir', place], { onLine: (said, child) => said.startsWith(line) && child.kill('SIGKILL') })
    expect(killed.signal).toBe('SIGKILL')
    // A start says so instead of making a new database.
    await expect(startPostgres({ dataDir: place, provisional: true })).rejects.toThrow(/the-restore-was-cut-off--run-pnpm-restore-again/)
  }
  const done = await command('restore', ['--from', from, '--data-dir', place])
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('a restore was cut off here: removing what it left')
  expect(fs.readdirSync(place).sort()).toEqual(['data.key', 'files', 'postgres', 'release-key.pem'])
  const running = await startPostgres({ dataDir: place })
  expect(await ask(running.url, 'select count(*)::int as n from file_object')).toEqual([{ n: 1 }])
  await running.stop()
})

test('one that is killed while it lays the last pieces is not whole before the very last one', async () => {
  const place = path.join(folder, 'last-pieces')
  const killed = () => fs.writeFileSync(path.join(place, 'restore-unfinished'), '999999\nanother boot\n')
  const half = async () => {
    const taken = await takePlace({ dataDir: place, embedded: true, log: () => {} })
    fs.mkdirSync(path.join(taken.draft, 'postgres', 'data'), { recursive: true })
    fs.writeFileSync(path.join(taken.draft, 'postgres', 'data', 'PG_VERSION'), '18')
    fs.writeFileSync(path.join(taken.draft, 'postgres', 'secret.json'), '{}')
    taken.lay()
    return taken
  }
  const moved = await half()
  fs.renameSync(path.join(moved.draft, 'postgres', 'data'), path.join(place, 'postgres', 'data'))
  killed()
  await expect(startPostgres({ dataDir: place })).rejects.toThrow(/the-restore-was-cut-off/)

  // The next one clears it; this time the last step is done, and only the mark is left.
  const again = await half()
  again.finish()
  killed()
  await expect(takePlace({ dataDir: place, embedded: true, log: () => {} })).rejects.toThrow(/a restore came to its end there, and the console can be started/)
  expect(fs.readdirSync(path.join(place, 'postgres')).sort()).toEqual(['data', 'secret.json'])
})

test('a restore into a database that is killed leaves that database empty', async () => {
  const target = await emptyDatabase('cut')
  const place = path.join(folder, 'cut-files')
  const args = ['--from', from, '--database-url', target.url, '--data-dir', place]
  const killed = await command('restore', args, { onLine: (said, child) => said.startsWith('· database:') && child.kill('SIGKILL') })
  expect(killed.signal).toBe('SIGKILL')
  expect(fs.readdirSync(place)).toContain('restore-unfinished')
  for (let left = 1; left > 0; await new Promise((done) => setTimeout(done, 50))) {
    ;[{ left }] = await ask(target.url, "select count(*)::int as left from pg_stat_activity where datname = current_database() and application_name = 'association-console-restore'")
  }
  expect(await ask(target.url, "select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')")).toEqual([{ n: 0 }])
  const done = await command('restore', args)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(fs.readdirSync(place)).toEqual(['data.key', 'files', 'release-key.pem'])
  await target.drop()
})
