import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { at } from './root.mjs'

const { Client } = createRequire(at('server/package.json'))('pg')
let folder

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postgres-test-'))
  // As root PostgreSQL has a user of its own, which must pass through.
  fs.chmodSync(folder, 0o755)
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A process that starts PostgreSQL as `npm start` does and keeps it until SIGTERM; then nothing may hold it up. */
async function starter(dataDir, { options = {}, keep = false, user = {} } = {}) {
  const source = `
    import { startPostgres } from ${JSON.stringify(at('scripts/lib/postgres.mjs'))}
    try {
      const { url, consoleUrl, adminUrl, pid, stop, keep } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, ...${JSON.stringify(options)} })
      if (${keep}) keep()
      const waiting = setInterval(() => {}, 1000)
      process.on('SIGTERM', () => void stop().then(() => clearInterval(waiting)))
      console.log(JSON.stringify({ url, consoleUrl, adminUrl, pid }))
    } catch (error) {
      console.log(JSON.stringify({ sentence: error.userMessage ?? error.stack }))
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'], ...user })
  const [line] = await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  return { ...JSON.parse(line), child, end: (signal) => (child.kill(signal), ended), ended }
}

async function ask(url, sql) {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

test('the cluster is durable, UTF-8, not run as superuser, and its password is nobody else’s', async () => {
  const dataDir = path.join(folder, 'settings')
  const one = await starter(dataDir)
  const row = await ask(
    one.url,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') sync, current_setting('server_encoding') encoding,
            upper('ä') upper, rolsuper super from pg_roles where rolname = current_user`,
  )
  expect(row).toEqual({ fsync: 'on', sync: 'on', encoding: 'UTF8', upper: 'Ä', super: false })
  expect(fs.statSync(path.join(dataDir, 'postgres/secret.json')).mode & 0o777).toBe(0o600)
  await expect(ask(one.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
  const [code] = await one.end('SIGTERM')
  expect(code).toBe(0)
})

test('a second start on living data is one sentence; after kill -9 the next start has everything that was committed', async () => {
  const dataDir = path.join(folder, 'crash')
  const first = await starter(dataDir)
  await ask(first.url, 'create table note (text text)')
  await ask(first.url, "insert into note values ('kept')")

  const second = await starter(dataDir)
  expect(second.sentence).toMatch(/already in use by process \d+: stop that one first/)
  expect(await second.ended).toEqual([1, null])
  expect(await ask(first.url, 'select text from note')).toEqual({ text: 'kept' })

  // The starter alone: its PostgreSQL lives on, an orphan.
  await first.end('SIGKILL')
  const third = await starter(dataDir)
  expect(third.sentence).toBeUndefined()
  expect(third.pid).not.toBe(first.pid)
  expect(await ask(third.url, 'select text from note')).toEqual({ text: 'kept' })

  // Both: a stale pid file, and nobody to ask.
  process.kill(third.pid, 'SIGKILL')
  await third.end('SIGKILL')
  const fourth = await starter(dataDir)
  expect(await ask(fourth.url, 'select text from note')).toEqual({ text: 'kept' })
  await fourth.end('SIGTERM')

  // The passwords were lost.
  fs.rmSync(path.join(dataDir, 'postgres/secret.json'))
  const fifth = await starter(dataDir)
  expect(await ask(fifth.url, 'select text from note')).toEqual({ text: 'kept' })
  await fifth.end('SIGTERM')
})

test('what a first start made that was cut off is gone at the next; what it kept stays', async () => {
  const dataDir = path.join(folder, 'first')
  const options = { provisional: true }
  const cut = await starter(dataDir, { options })
  await ask(cut.url, 'create table half (text text)')
  await cut.end('SIGKILL')

  const again = await starter(dataDir, { options, keep: true })
  expect(await ask(again.url, "select to_regclass('half') half, current_user owner, pg_get_userbyid(datdba) database from pg_database where datname = current_database()")).toEqual({
    half: null,
    owner: 'association',
    database: 'association',
  })
  await ask(again.url, 'create table whole (text text)')
  await again.end('SIGKILL')

  const third = await starter(dataDir, { options })
  expect(await ask(third.url, "select to_regclass('whole')::text whole")).toEqual({ whole: 'whole' })
  await third.end('SIGTERM')
})

test('the server’s role is another than the owner; a cluster of an earlier version gets it at its next start', async () => {
  const dataDir = path.join(folder, 'roles')
  const one = await starter(dataDir)
  const roles = (url) => ask(url, "select current_user::text name, (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) owner")
  expect(await roles(one.url)).toEqual({ name: 'association', owner: 'association' })
  expect(await roles(one.consoleUrl)).toEqual({ name: 'association_console', owner: 'association' })
  await ask(one.url, 'create table note (text text)')
  await expect(ask(one.consoleUrl, 'select * from note')).rejects.toThrow('permission denied for table note')
  await expect(ask(one.consoleUrl, 'create table mine (text text)')).rejects.toThrow('permission denied for schema public')
  // As an earlier version left it: one role, two passwords.
  await ask(one.adminUrl, 'drop role association_console')
  await one.end('SIGTERM')
  const file = path.join(dataDir, 'postgres/secret.json')
  const { admin, app } = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, JSON.stringify({ admin, app }))
  const two = await starter(dataDir)
  expect(await roles(two.consoleUrl)).toMatchObject({ name: 'association_console' })
  expect(await ask(two.url, 'select count(*)::int n from note')).toEqual({ n: 0 })
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ admin, app, console: expect.any(String) })
  await two.end('SIGTERM')
})

test('a PostgreSQL that was killed is started again at the same address, with everything that was committed', async () => {
  const dataDir = path.join(folder, 'again')
  // In this process, as npm start does it.
  const { startPostgres } = await import('./postgres.mjs')
  const first = await startPostgres({ dataDir })
  await ask(first.url, "create table note as select 'kept'::text as text")
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await first.again()
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'select text from note')).toEqual({ text: 'kept' })
  await second.stop()
  // The data are free for others.
  const third = await starter(dataDir)
  expect(third.sentence).toBeUndefined()
  await third.end('SIGTERM')
})

// As an ordinary user all the tests above have shown it.
const asRoot = process.getuid?.() === 0 ? test : test.skip
asRoot('as root: in a folder that is closed to PostgreSQL’s user, and as an ordinary user', async () => {
  const closed = path.join(folder, 'closed')
  fs.mkdirSync(closed, { mode: 0o700 })
  const one = await starter(path.join(closed, 'data'))
  expect(one.sentence).toBeUndefined()
  expect(await ask(one.consoleUrl, 'select 1 as one')).toEqual({ one: 1 })
  // It lies elsewhere, as the folder says, and PostgreSQL runs as somebody who is not root.
  const place = fs.readFileSync(path.join(closed, 'data/postgres/location'), 'utf8').trim()
  expect(fs.statSync(`/proc/${one.pid}`).uid).toBe(fs.statSync(path.join(place, 'data')).uid)
  expect(fs.statSync(`/proc/${one.pid}`).uid).not.toBe(0)
  await one.end('SIGTERM')
  const { removePostgres } = await import('./postgres.mjs')
  await removePostgres({ dataDir: path.join(closed, 'data') })
  expect(fs.existsSync(place)).toBe(false)

  const own = path.join(folder, 'own')
  fs.mkdirSync(own)
  fs.chownSync(own, 65_534, 65_534)
  const two = await starter(path.join(own, 'data'), { user: { uid: 65_534, gid: 65_534 } })
  expect(two.sentence).toBeUndefined()
  expect(fs.statSync(`/proc/${two.pid}`).uid).toBe(65_534)
  expect(fs.existsSync(path.join(own, 'data/postgres/location'))).toBe(false)
  expect(await ask(two.consoleUrl, 'select 1 as one')).toEqual({ one: 1 })
  await two.end('SIGTERM')
})

test('a folder for data that cannot be one is one sentence', async () => {
  const file = path.join(folder, 'file')
  fs.writeFileSync(file, '')
  for (const dataDir of [file, path.join(file, 'below')]) {
    expect((await starter(dataDir)).sentence).toBe(`The data folder ${dataDir} cannot be written (ENOTDIR): give this user the right to, or set DATA_DIR to another folder.`)
  }
})
