import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../test/harness'
import { openDatabase, type Database } from './database'
import { grantRows, ownsTables } from './grants'

// What the server's role may. That it may do its work is shown by every other test: their servers work as this role.

const ROLE = `grants_test_${process.pid}`
let server: TestServer
let strict: Database
let url: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  // A role as an installation has it: the one of the tests may become the owner when it asks to.
  url = Object.assign(new URL(server.databaseUrl), { username: ROLE, password: 'of:this@test' }).href
  await grantRows(server.databaseUrl, url)
  strict = openDatabase(url, 2)
})
afterAll(async () => {
  await strict.close()
  const owner = openDatabase(server.databaseUrl, 1)
  await sql`drop owned by ${sql.id(ROLE)}`.execute(owner.db)
  await sql`drop role ${sql.id(ROLE)}`.execute(owner.db)
  await owner.close()
  await server.stop()
})

const may = async (statement: ReturnType<typeof sql>) => {
  try {
    await strict.db.transaction().execute(async (tx) => {
      await statement.execute(tx)
      throw new Error('taken back')
    })
    return 'never'
  } catch (error) {
    return (error as Error).message
  }
}

test('the role of the server owns nothing, is nobody’s member and no superuser', async () => {
  expect(await ownsTables(strict.db)).toBe(false)
  expect(await ownsTables(server.platform.db)).toBe(false)
  const { rows } = await sql<{ owned: number; groups: number; special: boolean }>`select
      (select count(*)::int from pg_class c where c.relowner = r.oid) as owned, (select count(*)::int from pg_auth_members m where m.member = r.oid) as groups,
      rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as special from pg_roles r where rolname = current_user`.execute(strict.db)
  expect(rows).toEqual([{ owned: 0, groups: 0, special: false }])
  // Control: the owner is known as one.
  const owner = openDatabase(server.databaseUrl, 1)
  expect(await ownsTables(owner.db)).toBe(true)
  await owner.close()
})

test('it reads and writes the rows of every table of ours and of the queue, and calls every function', async () => {
  const { rows } = await sql<{ name: string; missing: string }>`select format('%I.%I', n.nspname, c.relname) as name, p.privilege as missing
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest(array['select', 'insert', 'update', 'delete']) p(privilege)
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v') and not has_table_privilege(c.oid, p.privilege) order by 1, 2`.execute(strict.db)
  const only = ['audit_log', 'audit_seal', 'audit_sealed', 'meeting_sign_log'].flatMap((name) => ['delete', 'update'].map((missing) => ({ name: `public.${name}`, missing })))
  expect(rows.filter(({ name }) => !/migration/.test(name))).toEqual(only)
  const { rows: hidden } = await sql`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'graphile_worker') and not has_function_privilege(p.oid, 'execute')`.execute(strict.db)
  expect(hidden).toEqual([])
})

test('no DDL, no truncate, no rights given on; the audit log is only read and added to, sealed rows never change', async () => {
  const tables = (await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(strict.db)).rows
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables) expect(await may(sql`truncate ${sql.table(name)}`)).toMatch(/^permission denied for table/)
  for (const statement of [
    sql`drop table post`,
    sql`alter table post add column more text`,
    sql`alter table audit_log disable trigger audit_log_append_only`,
    sql`create index more on post (post_name)`,
    sql`drop function refuse_change cascade`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'`,
  ]) {
    expect(await may(statement)).toMatch(/^(?:must be owner of|permission denied for)/)
  }
  for (const statement of [sql`create table more (id int)`, sql`create schema more`, sql`alter role postgres password 'x'`, sql`set role postgres`, sql`set session_replication_role = replica`, sql`copy post to '/tmp/x'`, sql`create role more`]) {
    expect(await may(statement)).toMatch(/permission denied/)
  }
  for (const table of ['audit_log', 'audit_seal', 'audit_sealed', 'meeting_sign_log']) {
    expect(await may(sql`delete from ${sql.table(table)}`)).toBe(`permission denied for table ${table}`)
  }
  expect(await may(sql`update audit_log set ip = ''`)).toBe('permission denied for table audit_log')
  expect(await may(sql`update schema_migration set checksum = ''`)).toBe('permission denied for table schema_migration')
  // Control: rows of others it may change.
  expect(await may(sql`update post set post_name = post_name`)).toBe('taken back')
})

test('what a later migration makes is granted by the next start, and nothing is granted twice', async () => {
  await asOwner(server.platform.db, sql`create table later (id bigint generated always as identity primary key, name text)`)
  expect(await may(sql`select * from later`)).toBe('permission denied for table later')
  await Promise.all([grantRows(server.databaseUrl, url), grantRows(server.databaseUrl, url)])
  expect(await may(sql`insert into later (name) values ('a')`)).toBe('taken back')
  const catalog = async () => (await sql`select c.xmin::text, c.oid::text from pg_class c where relname in ('later', 'post', 'audit_log') order by 2`.execute(server.platform.db)).rows
  const before = await catalog()
  await grantRows(server.databaseUrl, url)
  expect(await catalog()).toEqual(before)
})

test('the queue shows its rows: a job that the server adds is one that the server finds', async () => {
  await sql`select graphile_worker.add_job('test:none', '{}')`.execute(strict.db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'test:none'`.execute(strict.db)
  expect(rows).toEqual([{ n: 1 }])
})
