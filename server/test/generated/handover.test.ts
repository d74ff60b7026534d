import { CODE, viewOfPath } from '@assoc/contract'
import { employee as employees } from '@assoc/contract/rbac/employee'
import { queryEmployeeHandover, updateEmployeeUsersDelStatus } from '@assoc/contract/rbac/org'
import { sql } from 'kysely'
import { allHandovers, allWaitingDecisions } from '../../src/platform/handover/handover'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { startTestServer, type TestServer } from '../harness'

/** Tables with a status and a person whose rows nobody has to see to when that person leaves, and why. */
const NOT_HANDED_OVER: Record<string, string> = {
  access_review_line: 'the person is the one whose rights are reviewed; whoever may decide does, and roles end with the leaving',
  bank_line: 'what a statement says; what is open of it stands among the suspense items',
  certificate: 'written; it holds until it is revoked',
  company_change: 'done when it is written down; undone by whoever holds the permit',
  connector_status: 'how a connector of the house fares; the person is who tested it last',
  course: 'belongs to the house',
  course_enroll: 'the learner\'s own; the person is who enrolled them',
  dues_bill: 'owed by the member, who goes to the successor; the person is who ran the billing',
  form_answer: 'the respondent\'s own; whoever holds the permit certifies',
  form_round: 'belongs to the house; whoever holds the permit runs it',
  form_template: 'belongs to the house',
  invoice: 'written; what is open of it is its application or its red confirmation',
  invoice_head: 'belongs to the member',
  invoice_send: 'the sending is done by the queue; a failed one is sent again by whoever holds the permit',
  meeting_room: 'belongs to the house',
  meeting_video: 'belongs to its meeting, which goes to the successor; whoever holds the permit publishes it',
  meeting_session: 'belongs to its meeting, which goes to the successor',
  lecturer: 'stands in the register of the house; the person is who entered them',
  letter_template: 'belongs to the house',
  message_template: 'belongs to the house',
  personal_request: 'carried out by whoever holds the permit; who asked is told, and one\'s own request is nobody else\'s',
  review_assignment: 'the expert\'s own; the office replaces whoever cannot score',
  review_result: 'follows from its sheets; whoever holds the permit reconsiders and freezes',
  second_factor_reset: 'decided by whoever holds the permit, and it expires by itself',
  sys_user: 'an account is nobody\'s work; the person is who made it',
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const registered = () => resourceRuntimes().flatMap((m) => (m.options.handover ? [{ m, open: m.options.handover }] : []))
const statusOf = ({ contract }: ReturnType<typeof registered>[number]['m']) => contract.definition.status

test('every table with a status and a person is handed over to a successor, or named with the reason why not', async () => {
  const { rows } = await sql<{ table: string }>`select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 having bool_or(column_name ~ '(_status|_result|decision)$')
      and bool_or(data_type = 'bigint' and column_name ~ '(_by|reviewer_id|applicant_id|leader_id|owner_id|sender_id|handler_id)$') order by 1`.execute(server.platform.db)
  const covered = new Set([...allHandovers().flatMap((h) => h.tables), ...Object.keys(NOT_HANDED_OVER)])
  expect(rows.map((r) => r.table).filter((table) => !covered.has(table))).toEqual([])
  // A name that is no such table any more, or that is handed over as well, would hide the next one.
  const tables = new Set(rows.map((r) => r.table))
  const handed = new Set(allHandovers().flatMap((h) => h.tables))
  expect(Object.keys(NOT_HANDED_OVER).filter((table) => !tables.has(table) || handed.has(table))).toEqual([])
})

test('every resource with a status and a maker says what of it is open', () => {
  const covered = new Set([...allHandovers().flatMap((h) => h.tables), ...Object.keys(NOT_HANDED_OVER)])
  const silent = resourceRuntimes().filter((m) => statusOf(m) && m.options.createdBy && !covered.has(m.options.table))
  // Settings of the house with a status have a maker as well; they are enabled or disabled, and nobody's work.
  expect(silent.map((m) => [m.options.table, statusOf(m)?.machine.options.map((o) => o.value).join(' ')]).filter(([, states]) => states !== 'enabled disabled')).toEqual([])
})

test('every status of a resource that is handed over is open, settled, or final', () => {
  for (const { m, open } of registered()) {
    const machine = statusOf(m)?.machine
    const all = machine?.options.map((o) => o.value) ?? []
    const final = all.filter((state) => !machine?.transitions.some((t) => (t.from as readonly string[]).includes(state)))
    expect([m.options.table, [...new Set([...open.open, ...(open.settled ?? []), ...final])].sort()]).toEqual([m.options.table, [...all].sort()])
    expect(open.open.filter((state) => final.includes(state) || open.settled?.includes(state))).toEqual([])
  }
})

test('what is told beforehand leads to a view that is on the menu', async () => {
  const { rows } = await sql<{ view: string }>`select menu_link as view from menu`.execute(server.platform.db)
  const views = new Set<string | null>(rows.map((r) => r.view))
  const links = [...allHandovers(), ...allWaitingDecisions()].map(({ label, link }) => [label, viewOfPath(link.split('?')[0] ?? '')] as const)
  expect(links.filter(([, view]) => !views.has(view))).toEqual([])
})

const employee = async (keyword: string) => {
  const [row] = (await server.ok(employees.list, { keyword })).items
  if (!row) throw new Error(`nobody is called ${keyword}`)
  return row
}
const ownersOf = ({ m, open }: ReturnType<typeof registered>[number]) => open.owners ?? [m.options.createdBy ?? '']
const countOf = async (table: string, where: ReturnType<typeof sql<boolean>>) => (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(server.platform.db)).rows[0]?.n ?? 0

test('what is open of somebody who leaves is handed over with a note in the log, what is settled stays, and the other side of a decision stops it', async () => {
  const { db } = server.platform
  const [leaving, successor] = [await employee('贾明示'), await employee('裴主管')]
  // Everything of the demo association was made by the one who leaves; whoever decided on it was somebody else.
  for (const { m, open } of registered()) {
    const table = m.options.table
    for (const column of ownersOf({ m, open })) await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${leaving.userId}::bigint`.execute(db)
    for (const column of Object.keys(open.deciders ?? {})) await sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = ${successor.userId}::bigint`.execute(db)
  }
  const before = new Map<string, { open: number; settled: number }>()
  const stateOf = ({ m, open }: ReturnType<typeof registered>[number]) => sql<boolean>`${sql.ref(m.columnOf(statusOf(m)?.field ?? ''))} = any(${[...open.open]}::text[])`
  const of = (kind: ReturnType<typeof registered>[number], userId: string) => sql<boolean>`${sql.ref(ownersOf(kind)[0] ?? '')} = ${userId}::bigint and ${kind.m.options.deleted ? sql`not (${kind.m.options.deleted})` : sql`true`}`
  for (const kind of registered()) {
    const table = kind.m.options.table
    before.set(kind.m.entity.name, { open: await countOf(table, sql`${of(kind, leaving.userId)} and ${stateOf(kind)}`), settled: await countOf(table, sql`${of(kind, leaving.userId)} and not ${stateOf(kind)}`) })
  }
  expect([...before].filter(([, { open }]) => open > 0).length).toBeGreaterThan(8)

  // The first reviewer of a request cannot become who asked for it.
  const { rows: reviewed } = await sql<{ reduction_id: string; reduce_no: string }>`update reduction set first_reviewer_id = ${successor.userId}::bigint where reduction_id = (select min(reduction_id) from reduction where reduce_status = 'approval') returning reduction_id::text, reduce_no`.execute(db)
  const asked = { employeeId: leaving.employeeId, successorId: successor.employeeId }
  const shown = await server.ok(queryEmployeeHandover, asked)
  const row = { label: '未办结的会费减免', name: reviewed[0]?.reduce_no ?? '', reason: '接任人是此项的初审人', link: `/go/member/ReductionList?record=${reviewed[0]?.reduction_id}` }
  expect(shown.blocked).toEqual([row])
  expect(shown.items.find((i) => i.label === row.label)).toMatchObject({ count: before.get('reduction')?.open, link: '/go/member/ReductionList' })
  const leave = () => server.call(updateEmployeeUsersDelStatus, { ...asked, version: leaving.version, leaveDate: '2026-06-30' })
  const refused = await leave()
  expect(refused).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'successorId', message: expect.stringContaining(row.name) }], blocked: [row] } })
  expect(await countOf('reduction', sql`create_by = ${successor.userId}::bigint`)).toBe(0)

  await sql`update reduction set first_reviewer_id = null where first_reviewer_id = ${successor.userId}::bigint`.execute(db)
  expect(await leave()).toMatchObject({ returnCode: CODE.ok })
  for (const kind of registered()) {
    const { m } = kind
    const counted = before.get(m.entity.name)
    const table = m.options.table
    expect([table, await countOf(table, sql`${of(kind, leaving.userId)} and ${stateOf(kind)}`), await countOf(table, sql`${of(kind, successor.userId)} and ${stateOf(kind)}`)]).toEqual([table, 0, counted?.open])
    expect([table, await countOf(table, sql`${of(kind, leaving.userId)} and not ${stateOf(kind)}`)]).toEqual([table, counted?.settled])
  }
  const { rows: noted } = await sql<{ type: string; n: number }>`select record_type as type, count(*)::int as n from audit_log where verb = 'handOver' group by 1`.execute(db)
  const expected = [...before].flatMap(([name, { open }]) => (open > 0 ? [[name, open] as const] : []))
  for (const [name, open] of expected) expect(noted.find((r) => r.type === name)).toEqual({ type: name, n: open })
})
