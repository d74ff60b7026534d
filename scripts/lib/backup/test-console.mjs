import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { at } from '../root.mjs'

// What the tests of backup and restore share.

const { Client } = createRequire(at('server/package.json'))('pg')

/** A folder that PostgreSQL's own user may pass through. */
export function testFolder(name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${name}-`))
  fs.chmodSync(folder, 0o711)
  return folder
}

export async function ask(url, text, values) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Makes an empty database on the tests' cluster, in the name of this process so that the next run clears up behind a killed one. */
export async function emptyDatabase(what) {
  const name = `test_${process.pid}_${what}`
  await ask(process.env.TEST_DATABASE_URL, `create database "${name}"`)
  const url = new URL(process.env.TEST_DATABASE_URL)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => ask(process.env.TEST_DATABASE_URL, `drop database if exists "${name}" with (force)`) }
}

/** Runs a command as a person does; `at(line)` is called for every line it says. */
export function command(name, args, { env = {}, onLine = () => {}, ...options } = {}) {
  const child = spawn(process.execPath, [at(`scripts/${name}.mjs`), ...args], {
    cwd: at(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    ...options,
  })
  const said = { out: '', err: '' }
  let rest = ''
  child.stdout.on('data', (piece) => {
    said.out += piece
    const lines = (rest + piece).split('\n')
    rest = lines.pop()
    for (const line of lines) onLine(line, child)
  })
  child.stderr.on('data', (piece) => (said.err += piece))
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...said })))
}

/** The folder that `pnpm backup` has named. */
export const backupOf = ({ out }) => /^backup (.+)$/m.exec(out)?.[1]

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Keeps a file as the server does: first the bytes, then the row. */
export async function upload(client, dataDir, bytes) {
  const key = randomBytes(20).toString('hex')
  const folder = path.join(dataDir, 'files', key.slice(0, 2))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, key), bytes)
  await client.query("insert into file_object (store_key, file_name, content_type, file_size, sha256, owner_type) values ($1, '附件.bin', 'application/octet-stream', $2, $3, 'test')", [
    key,
    bytes.length,
    sha256(bytes),
  ])
  return key
}

/** People who work all the time: each turn is one transaction over two tables, a file comes and the last but one of theirs goes. */
export async function busyPeople(url, dataDir) {
  const client = new Client({ connectionString: url })
  await client.connect()
  let turns = 0
  let going = true
  const keys = []
  const work = (async () => {
    while (going) {
      await client.query('begin')
      await client.query("insert into outbox (channel, recipient, content, outbox_status) values ('mail', 'busy@example.com', '正文', 'kept')")
      await client.query("insert into notification (user_id, title) values (-7, '忙')")
      await client.query('commit')
      keys.push(await upload(client, dataDir, randomBytes(300)))
      if (keys.length > 1) {
        const key = keys.shift()
        await client.query('delete from file_object where store_key = $1', [key])
        fs.rmSync(path.join(dataDir, 'files', key.slice(0, 2), key))
      }
      turns += 1
    }
  })()
  return {
    turns: () => turns,
    async stop() {
      going = false
      await work
      await client.end()
      return turns
    },
  }
}

/** Everything that the two schemas are made of, as text: what a restore made must read like what the migrations made. */
export const shapeOf = async (url) =>
  (
    await ask(
      url,
      `select 'index ' || indexdef as line from pg_indexes where schemaname in ('public', 'graphile_worker')
       union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
         from pg_constraint where connamespace::regnamespace::text in ('public', 'graphile_worker')
       union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select 'column ' || table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || is_identity || is_generated
         from information_schema.columns where table_schema in ('public', 'graphile_worker')
       union all select 'function ' || oid::regprocedure || ' ' || md5(prosrc) from pg_proc where pronamespace::regnamespace::text in ('public', 'graphile_worker')
       order by 1`,
    )
  ).map(({ line }) => line)
