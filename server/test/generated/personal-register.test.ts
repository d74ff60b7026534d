import { allResources } from '@assoc/contract/all'
import { metaOf, shapeOf } from '@assoc/contract'
import { personalRecord } from '@assoc/contract/rbac/personal'
import { sql } from 'kysely'
import { forgottenTables, personalRecords, personalTables } from '../../src/platform/personal/register'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { startTestServer, type TestServer } from '../harness'

// What is known of people is erased and told by the register that the areas fill (platform/personal). Here the register is held against the
// database and the contract: whatever looks like data about a person stands in it, or below with the reason why not.

/** Columns that hold data about people, by their names. */
const PERSONAL =
  /^(name|real_name|user_name|login_name|account_name|applicant_name|contact_name|shown_name|payer_name|payee_name|payee_bank|mobile|.*_mobile|email|.*_email|telephone|.*phone|id_card.*|recipient|target|send_to|address|.*_account|account|login_ip|ip|device|external_id|resume|diet_note|roommate|gender|legal_rep|employee_no|password_hash|title_name)$/

const COMPANY = 'what a company publishes of itself in the register of companies'
const HOUSE = 'the association’s own'
const NOT_PERSONAL: Record<string, string> = {
  'company.company_email': COMPANY,
  'company.company_phone': COMPANY,
  'company.legal_rep': COMPANY,
  'schema_migration.name': 'the name of a migration',
  'seed_done.name': 'the name of a seed',
  'letter_issuer.account_name': HOUSE,
  'letter_issuer.bank_account': HOUSE,
  'bank_mapping.account': HOUSE,
  'meeting.address': 'where a meeting is held',
  'contact.gender': 'says nothing about anybody once the name is gone',
  'meeting_registration.gender': 'says nothing about anybody once the name is gone',
  'meeting_sign_in.device': 'a print of a browser, made with a key of the meeting',
  'meeting_sign_log.device': 'a print of a browser, made with a key of the meeting',
  'slider_challenge.address': 'stays for minutes',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const columnsOf = async () =>
  (
    await sql<{ table: string; column: string; nullable: boolean }>`select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as nullable
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE'`.execute(server.platform.db)
  ).rows

test('every column with data about people is registered, or named here with its reason', async () => {
  const registered = new Set(personalTables().flatMap((one) => Object.keys(one.columns).map((column) => `${one.table}.${column}`)))
  const found = (await columnsOf()).filter(({ table, column }) => PERSONAL.test(column) && !forgottenTables().has(table)).map(({ table, column }) => `${table}.${column}`)
  expect(found.filter((one) => !registered.has(one) && !(one in NOT_PERSONAL)).sort()).toEqual([])
  expect(Object.keys(NOT_PERSONAL).filter((one) => !found.includes(one) || registered.has(one))).toEqual([])
  expect(found.length).toBeGreaterThan(50)
})

test('every personal field of the contract stands in a registered column', async () => {
  // A resource on a view shows columns of tables that are looked at above.
  const base = new Set((await columnsOf()).map(({ table }) => table))
  const registered = new Set(personalTables().flatMap((one) => Object.keys(one.columns).map((column) => `${one.table}.${column}`)))
  const missing = resourceRuntimes().flatMap(({ contract, options, columnOf }) =>
    Object.entries(shapeOf(contract.row) ?? {}).flatMap(([field, schema]) =>
      metaOf(schema).personal && base.has(options.table) && !options.computed?.[field as never] && !registered.has(`${options.table}.${columnOf(field)}`) ? [`${options.table}.${columnOf(field)}`] : [],
    ),
  )
  expect([...new Set(missing)].sort()).toEqual([])
})

test('the register names tables and columns that there are, and keeps nothing without a law and a term', async () => {
  const columns = await columnsOf()
  const there = new Map(columns.map(({ table, column, nullable }) => [`${table}.${column}`, nullable]))
  for (const one of personalTables()) {
    const named = [one.id, ...Object.values(one.by).filter((v): v is string => typeof v === 'string'), ...Object.keys(one.columns), ...Object.keys(one.told ?? {}), ...(one.sealed ? [one.sealed.text, one.sealed.shown] : [])]
    expect(named.filter((column) => !there.has(`${one.table}.${column}`)).map((column) => `${one.table}.${column}`)).toEqual([])
    expect(Object.entries(one.columns).filter(([column, [, erasing]]) => erasing === 'null' && !there.get(`${one.table}.${column}`)).map(([column]) => `${one.table}.${column} may not be null`)).toEqual([])
    if (one.fate === 'keep') expect([one.table, one.basis?.startsWith('《'), (one.until ?? '').length > 0]).toEqual([one.table, true, true])
  }
  expect([...forgottenTables().keys()].filter((table) => !columns.some((c) => c.table === table))).toEqual([])
})

test('records that a request can name are those of the register, and each is a resource’s or an account', () => {
  expect(personalRecords().map((one) => one.record.name).sort()).toEqual(personalRecord.options.map((o) => o.value).sort())
  const resources = new Set([...allResources.map((r) => r.definition.name), 'user'])
  expect(personalRecords().filter((one) => !resources.has(one.record.name)).map((one) => one.record.name)).toEqual([])
})

test('tables whose rows nobody may change are registered as kept', async () => {
  const { rows } = await sql<{ table: string }>`select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and c.relname not in ('schema_migration', 'audit_seal', 'audit_sealed')
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.atttypid in ('text'::regtype, 'jsonb'::regtype))
      and (not has_table_privilege(c.oid, 'update') or exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname = 'refuse_change'))`.execute(server.platform.db)
  const kept = new Set(personalTables().filter((one) => one.fate === 'keep').map((one) => one.table))
  expect(rows.map((r) => r.table).filter((table) => !kept.has(table)).sort()).toEqual([])
  expect(rows.map((r) => r.table)).toContain('audit_log')
})
