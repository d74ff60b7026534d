import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { HOST_API } from '../../../shared/contract/src/index'
import { queryMenuListByUserId } from '../../../shared/contract/src/rbac/own'
import { loginTheUser } from '../../../shared/contract/src/rbac/sign-in'
import { modules } from '../../../server/src/areas'
import { ensureAdministrator, hasAdministrator } from '../../../server/src/areas/rbac/user/administrator'
import { isSigned } from '../../../server/src/platform/releases/key'
import { publish } from '../../../server/src/platform/releases/publish'
import { openReleases } from '../../../server/src/platform/releases/releases'
import { startServer } from '../../../server/src/platform/start'
import { workerFile } from '../../../server/test/global-setup'
import { OWN_HEADERS, startTestServer } from '../../../server/test/harness'
import { at } from '../root.mjs'
import { ask, backupOf, busyPeople, command, emptyDatabase, sha256, shapeOf, testFolder, upload } from './test-console.mjs'

// A console at work with the demo association, backed up and restored beside it.

let folder
let console1
let dataDir
let kept

beforeAll(async () => {
  folder = testFolder('backup-test')
  console1 = await startTestServer({ demo: true })
  ;({ dataDir } = console1.platform.config)
  fs.writeFileSync(path.join(dataDir, 'config.json'), '{"environments":[]}')
  const { store, key } = openReleases(console1.platform.config)
  for (const [version, time] of [['v1', 1_600_000_000], ['v2', 1_700_000_000]]) {
    await publish(store, key, { manifest: { name: 'probe', version, hostApi: `^${HOST_API}`, integrity: {} }, files: new Map([['remoteEntry.js', Buffer.from(version)]]) })
    fs.utimesSync(path.join(dataDir, 'releases/remotes/probe', version, 'release.json'), time, time)
  }
  kept = []
  for (let n = 0; n < 20; n += 1) {
    const bytes = Buffer.alloc(n * 9_000, `内容 ${n}\n`)
    kept.push({ key: await upload({ query: (text, values) => ask(console1.databaseUrl, text, values) }, dataDir, bytes), bytes })
  }
  await ask(console1.databaseUrl, "insert into outbox (channel, recipient, content) values ('mail', 'waiting@example.com', '等待中')")
  await ask(console1.databaseUrl, "with m as (insert into message (channel, msg_no, msg_kind, content, audience, msg_status) values ('sms', 'DX1', 'notice', '通知', '{}', 'sending') returning message_id) insert into message_recipient (message_id, target, name, facts, recipient_status) select message_id, t, '甄', '{}', s from m, (values ('19900000001', 'submitted'), ('19900000002', 'sending'), ('19900000003', 'queued')) x(t, s)")
  await ask(console1.databaseUrl, `insert into preference (user_id, key, value) values (-1, 'odd', '{"a":"line\\nbreak\\t\\\\ and \\"quotes\\" 汉字"}')`)
})

afterAll(async () => {
  await console1?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

const counts = async (url, names) => {
  const found = {}
  for (const name of names) found[name] = Number((await ask(url, `select count(*) as n from ${name}`))[0].n)
  return found
}

async function signIn(server) {
  const response = await fetch(`${server.url}/capcoapi${loginTheUser.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_HEADERS },
    body: JSON.stringify({ loginName: 'admin', passWord: 'Correct-Horse-27' }),
  })
  const { returnCode, data } = await response.json()
  const sid = /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  return { returnCode, userId: data?.userId, headers: { authorization: data?.token, cookie: `sid=${sid}` } }
}

test('what is backed up while people work is one moment with its files, and a restore makes the same console of it', async () => {
  const people = await busyPeople(console1.databaseUrl, dataDir)
  while (people.turns() < 30) await new Promise((done) => setTimeout(done, 20))
  const before = people.turns()
  const made = await command('backup', ['--to', path.join(folder, 'backups')], { env: { DATABASE_URL: console1.databaseUrl, DATA_DIR: dataDir } })
  const after = await people.stop()
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(after).toBeGreaterThan(before + 10)

  const from = backupOf(made)
  expect(fs.statSync(from).mode & 0o777).toBe(0o700)
  const manifest = JSON.parse(fs.readFileSync(path.join(from, 'manifest.json'), 'utf8'))
  expect(manifest.faults).toEqual([])
  expect(manifest.settings.map((entry) => entry.path)).toEqual(['settings/config.json', 'settings/data.key', 'settings/release-key.pem'])
  const rowsOf = (name) => manifest.tables.find((table) => `${table.schema}.${table.name}` === name).rows

  const target = await emptyDatabase('restored')
  const place = path.join(folder, 'restored')
  let restored
  try {
    const done = await command('restore', ['--from', from, '--database-url', target.url, '--data-dir', place])
    expect(done).toMatchObject({ code: 0, err: '' })

    // One moment: a turn of the people stands in both tables or in neither, and it lay within the backup's time.
    const turns = async (table, where) => Number((await ask(target.url, `select count(*) as n from ${table} where ${where}`))[0].n)
    const mails = await turns('outbox', "recipient = 'busy@example.com'")
    expect(await turns('notification', 'user_id = -7')).toBe(mails)
    expect(mails).toBeGreaterThanOrEqual(before)
    expect(mails).toBeLessThan(after)

    // The same tables with the same rows; the restore has written itself down, and no process works here yet.
    const names = manifest.tables.map(({ schema, name }) => `${schema}.${name}`)
    const expected = Object.fromEntries(names.map((name) => [name, rowsOf(name)]))
    expected['public.audit_log'] += 1
    expected['public.job_process'] = 0
    expect(await counts(target.url, names)).toEqual(expected)
    expect(await shapeOf(target.url)).toEqual(await shapeOf(console1.databaseUrl))
    const same = "select value from preference where user_id = -1 union all select to_jsonb(d) from (select * from dept order by dept_id limit 5) d union all select to_jsonb(c) from (select * from company order by company_id limit 50) c"
    expect(await ask(target.url, same)).toEqual(await ask(console1.databaseUrl, same))

    // Every sequence gives an id that is free.
    const sequences = await ask(
      target.url,
      `select d.refobjid::regclass::text as table, quote_ident(a.attname) as column, s.oid::regclass::text as sequence
       from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid where s.relkind = 'S'`,
    )
    expect(sequences.length).toBeGreaterThan(25)
    for (const { table, column, sequence } of sequences) {
      const [{ free }] = await ask(target.url, `select nextval('${sequence}') > coalesce((select max(${column}) from ${table}), 0) as free`)
      expect([sequence, free]).toEqual([sequence, true])
    }

    // Every row of a file has its bytes, and there are no others.
    const files = await ask(target.url, 'select store_key as key, sha256 from file_object order by store_key')
    expect(files.length).toBe(rowsOf('public.file_object'))
    for (const { key, sha256: sum } of files) expect(sha256(fs.readFileSync(path.join(place, 'files', key.slice(0, 2), key)))).toBe(sum)
    expect(fs.readdirSync(path.join(place, 'files')).flatMap((name) => fs.readdirSync(path.join(place, 'files', name))).sort()).toEqual(files.map(({ key }) => key))
    for (const { key, bytes } of kept) expect(fs.readFileSync(path.join(place, 'files', key.slice(0, 2), key)).equals(bytes)).toBe(true)
    expect(fs.readFileSync(path.join(place, 'config.json'), 'utf8')).toBe('{"environments":[]}')
    expect(fs.readdirSync(place).sort()).toEqual(['config.json', 'data.key', 'files', 'release-key.pem', 'releases'])

    // The releases as they were, in their order, under a registry that browsers take for a later one of the same key.
    const was = openReleases({ ...console1.platform.config, webRoot: '' })
    const is = openReleases({ ...console1.platform.config, webRoot: '', dataDir: place, releaseDir: path.join(place, 'releases'), releaseKeyFile: path.join(place, 'release-key.pem'), releaseKeyFiles: [path.join(place, 'release-key.pem')] })
    expect((await is.store.versions('probe')).map(({ manifest: { version }, time }) => [version, time.getTime()])).toEqual([['v2', 1_700_000_000_000], ['v1', 1_600_000_000_000]])
    const [older, later] = [await was.store.registry(), await is.store.registry()].map((stored) => stored.signed)
    expect([later.keyId, isSigned(later, was.keys)]).toEqual([older.keyId, true])
    expect(JSON.parse(later.payload).remotes).toEqual(JSON.parse(older.payload).remotes)
    expect(JSON.parse(later.payload).serial).toBe(JSON.parse(older.payload).serial + 1000)

    // It runs: the old session is over, the password holds, the message that waited is not sent a second time.
    restored = await startServer(
      { databaseUrl: target.url, dataDir: place, port: 0, host: '127.0.0.1', empty: true, env: { SLIDER_CHECK: 'off', LOG_LEVEL: 'silent', DB_POOL: '5' } },
      { modules, migrations: at('server/migrations'), excelWorker: workerFile(at()), ensureAdministrator, hasAdministrator },
    )
    expect(restored.firstRun).toBeNull()
    const call = async (userId, headers) =>
      (await (await fetch(`${restored.url}/capcoapi${queryMenuListByUserId.path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...OWN_HEADERS, ...headers }, body: JSON.stringify({ userId }) })).json()).returnCode
    const { admin } = console1
    expect(await call(admin.userId, { authorization: admin.token, cookie: `sid=${admin.cookie}` })).not.toBe('000000')
    const person = await signIn(restored)
    expect(person.returnCode).toBe('000000')
    expect(await call(person.userId, person.headers)).toBe('000000')
    expect(await ask(target.url, "select outbox_status, error_message from outbox where recipient = 'waiting@example.com'")).toEqual([{ outbox_status: 'unknown', error_message: '已从备份恢复，备份之后是否发出过无从得知' }])
    expect((await ask(target.url, "select recipient_status from message_recipient join message using (message_id) where msg_no = 'DX1' order by target")).map((r) => r.recipient_status)).toEqual(['submitted', 'unknown', 'unknown'])
    expect(await ask(target.url, "select after ->> 'backupTime' as time from audit_log where title = '从备份恢复'")).toEqual([{ time: manifest.time }])
  } finally {
    await restored?.close()
    await target.drop()
  }
})

test('a backup holds the key that the data is sealed with, wherever it lies, and fails in one sentence without it', async () => {
  const own = path.join(dataDir, 'data.key')
  const elsewhere = path.join(folder, 'kept-elsewhere.key')
  const right = fs.readFileSync(own, 'utf8')
  const to = path.join(folder, 'keys')
  const backup = (env = {}) => command('backup', ['--to', to], { env: { DATABASE_URL: console1.databaseUrl, DATA_DIR: dataDir, ...env } })
  const refused = async (made, sentence) => {
    const { code, err } = await made
    expect([code, err.trim().split('\n').length]).toEqual([1, 1])
    expect(err).toMatch(sentence)
    expect(fs.existsSync(to) ? fs.readdirSync(to) : []).toEqual([])
  }
  fs.renameSync(own, elsewhere)
  try {
    await refused(backup(), /^The key of the sealed data is not at .*data\.key, .*name the file by DATA_KEY_FILE/)
    fs.writeFileSync(own, randomBytes(32).toString('base64'))
    await refused(backup(), /^.*data\.key is not the key that the data of this console is sealed with/)
    await refused(backup({ DATA_KEY_FILE: own }), /is not the key that the data/)
    fs.writeFileSync(own, 'short')
    await refused(backup(), /^.*data\.key is no data key/)
    await refused(backup({ DATA_KEY_FILE: path.join(folder, 'nowhere.key') }), /^The key of the sealed data is not at .*nowhere\.key/)
    // The key that the console uses, though another lies in the data folder.
    const made = await backup({ DATA_KEY_FILE: elsewhere })
    expect(made).toMatchObject({ code: 0, err: '' })
    const file = path.join(backupOf(made), 'settings/data.key')
    expect(fs.readFileSync(file, 'utf8')).toBe(right)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(fs.readFileSync(path.join(backupOf(made), 'manifest.json'), 'utf8')).settings).toContainEqual({ path: 'settings/data.key', bytes: right.length, sha256: sha256(right) })
  } finally {
    fs.renameSync(elsewhere, own)
  }
})

test('bytes that the console itself has lost are named, and the backup is kept', async () => {
  const { key } = kept[3]
  const file = path.join(dataDir, 'files', key.slice(0, 2), key)
  const aside = path.join(folder, 'aside')
  fs.renameSync(file, aside)
  const made = await command('backup', ['--to', path.join(folder, 'faulty')], { env: { DATABASE_URL: console1.databaseUrl, DATA_DIR: dataDir } })
  fs.renameSync(aside, file)
  expect(made.code).toBe(2)
  expect(made.err).toBe('The backup is whole, but the console itself lacks 1 uploaded files: manifest.json lists them under "faults".\n')
  expect(JSON.parse(fs.readFileSync(path.join(backupOf(made), 'manifest.json'), 'utf8')).faults).toEqual([{ key, fault: 'missing' }])
})

test('a backup that is killed or stopped leaves none behind that could be taken for whole', async () => {
  const to = path.join(folder, 'killed')
  const env = { DATABASE_URL: console1.databaseUrl, DATA_DIR: dataDir }
  // A file that gives no bytes until somebody writes into it holds the backup up right in the middle.
  const { key } = kept[7]
  const file = path.join(dataDir, 'files', key.slice(0, 2), key)
  const aside = path.join(folder, 'aside')
  fs.renameSync(file, aside)
  spawnSync('mkfifo', [file])
  try {
    const killed = await command('backup', ['--to', to], { env, onLine: (line, child) => line.startsWith('· files') && child.kill('SIGKILL') })
    expect(killed.signal).toBe('SIGKILL')
    expect(fs.readdirSync(to)).toEqual([expect.stringMatching(/^\.console-.*\.partial$/)])

    const stop = async (child) => {
      child.kill('SIGTERM')
      await new Promise((done) => setTimeout(done, 300))
      await fs.promises.writeFile(file, '')
    }
    const stopped = await command('backup', ['--to', to], { env, onLine: (line, child) => line.startsWith('· files') && void stop(child) })
    expect(stopped).toMatchObject({ code: 1, err: 'Stopped: what was begun has been removed.\n' })
    expect(stopped.out).toContain('which was not finished')
    expect(fs.readdirSync(to)).toEqual([])
  } finally {
    fs.renameSync(aside, file)
  }
})

test('what cannot be backed up is said in one sentence', async () => {
  const blank = await emptyDatabase('blank')
  const file = path.join(folder, 'file')
  fs.writeFileSync(file, '')
  const sentences = [
    [['--to', folder], { DATABASE_URL: blank.url, DATA_DIR: dataDir }, /^This database is none of the console/],
    [['--to', file], { DATABASE_URL: console1.databaseUrl, DATA_DIR: dataDir }, /^.*file cannot be written \(EEXIST\)/],
    [['--to', folder], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: dataDir }, /^The database does not answer \(/],
    [[], { DATA_DIR: path.join(folder, 'nowhere') }, /^There is no console in /],
    [['--into', folder], {}, /^Unknown option '--into': pnpm backup knows only --to <folder>\.$/m],
  ]
  for (const [args, env, sentence] of sentences) {
    const { code, err } = await command('backup', args, { env })
    expect(err).toMatch(sentence)
    expect([err.trim().split('\n').length, code]).toEqual([1, 1])
  }
  await blank.drop()
})
