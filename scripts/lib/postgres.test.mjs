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
async function starter(dataDir, { options = {}, keep = false } = {}) {
  const source = `
    import { startPostgres } from ${JSON.stringify(at('scripts/lib/postgres.mjs'))}
    try {
      const { url, pid, stop, keep } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, ...${JSON.stringify(options)} })
      if (${keep}) keep()
      const waiting = setInterval(() => {}, 1000)
      process.on('SIGTERM', () => void stop().then(() => clearInterval(waiting)))
      console.log(JSON.stringify({ url, pid }))
    } catch (error) {
      console.log(JSON.stringify({ sentence: error.userMessage ?? error.stack }))
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
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

test('a folder for data that cannot be one is one sentence', async () => {
  const file = path.join(folder, 'file')
  fs.writeFileSync(file, '')
  for (const dataDir of [file, path.join(file, 'below')]) {
    expect((await starter(dataDir)).sentence).toBe(`The data folder ${dataDir} cannot be written (ENOTDIR): give this user the right to, or set DATA_DIR to another folder.`)
  }
})
