import { BY_OTHERS, CODE, hasSeparate, separateFrom, statusMachines, WRITE, type Call, type Transition } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { changeReservationStatus, reserveStatus } from '@assoc/contract/meeting/reservation'
import { handleUnpaidCase } from '@assoc/contract/fee/arrears'
import { extendTrial, openTrial } from '@assoc/contract/member/trial-account'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { modules } from '../../src/areas'
import type { Principal } from '../../src/platform/access/principal'
import { mark } from '../../src/platform/resource/acted-by'
import type { ResourceRuntime } from '../../src/platform/resource/definition'
import { resourceRuntimes } from '../../src/platform/resource/mount'
import { findRow, moveRow, updateRow } from '../../src/platform/resource/rows.repository'
import { startTestServer, type Session, type TestServer } from '../harness'
import { FIXTURES } from './fixtures'
import { ALL_PERMITS, MODULES } from './world'

// Every step of every status machine that is another person's than the writer's: who created the record, who changed it last, who
// changed it earlier, who submitted it and who carried out a step that is named are refused, each with all permits, the administrator
// among them, and so is a batch; somebody else is not. With the check off, an author is not either. The people's marks are made by the functions that write rows for everybody.

type Step = Transition<string>
interface Person {
  name: string
  session: Session
  principal: Principal
}
interface Subject {
  table: string
  idColumn: string
  idField: string
  statusColumn: string
  runtime: ResourceRuntime | null
}

let server: TestServer
let people: Record<'creator' | 'earlier' | 'changer' | 'submitter' | 'other' | 'fresh', Person>
beforeAll(async () => {
  server = await startTestServer({ demo: true, env: { SERVER_ROLE: 'api' } })
  const { db, sessions } = server.platform
  const scopes = Object.fromEntries(MODULES.map((m) => [m, 'all' as const]))
  const made = async (name: string, session: Session): Promise<Person> => ({ name, session, principal: await sessions.identify(session.token, session.cookie) })
  const person = async (name: string) => made(name, await server.person({ name, permits: ALL_PERMITS, scopes }))
  const creator = await server.person({ name: '甄登记', permits: ALL_PERMITS, scopes })
  await db.insertInto('user_role').values({ user_id: server.admin.userId, role_id: creator.roleId }).execute()
  people = {
    creator: await made('甄登记', creator),
    earlier: await made('系统管理员', await server.sessionOf(server.admin.userId)),
    changer: await person('甄修改'),
    submitter: await person('甄提交'),
    other: await person('甄经手'),
    fresh: await person('贾审核'),
  }
})
afterAll(() => server.stop())

const kit = resourceRuntimes().filter((m) => m.separated)
const others = (machine: { transitions: readonly Step[] }) => machine.transitions.filter((t) => t.separate)
const machineOf = (m: ResourceRuntime) => m.contract.definition.status?.machine ?? reserveStatus
const cases: [string, Subject, Step, string][] = [
  ...kit.flatMap((m) => others(machineOf(m)).flatMap((step) => step.from.map((from): [string, Subject, Step, string] => [`${m.entity.name} ${step.verb} from ${from}`, subjectOf(m), step, from]))),
  ...others(reserveStatus).map((step): [string, Subject, Step, string] => [`reservation ${step.verb} from pending`, { table: 'room_reservation', idColumn: 'reservation_id', idField: 'reservationId', statusColumn: 'reserve_status', runtime: null }, step, 'pending']),
]

function subjectOf(m: ResourceRuntime): Subject {
  return { table: m.options.table, idColumn: m.idColumn, idField: m.idField, statusColumn: m.columnOf(m.contract.definition.status?.field ?? ''), runtime: m }
}

/** Steps that a call of their own carries out. */
const WAYS: Record<string, { call: Call; more: object }> = {
  'trialAccount open': { call: openTrial, more: {} },
  'trialAccount extend': { call: extendTrial, more: { endDate: dayAfter(today(), 5) } },
  'unpaidCase handle': { call: handleUnpaidCase, more: { conclusion: 'keep', decisionNo: null, reason: '理事会决议' } },
}
const REASON = '理由充分，同意按此办理，不另说明'

function wayOf(subject: Subject, { verb, reason }: Step): { call: Call; more: object } {
  const change = subject.runtime ? (subject.runtime.contract.change as Call) : changeReservationStatus
  return WAYS[`${subject.runtime?.entity.name} ${verb}`] ?? { call: change, more: { verb, ...(reason || verb === 'reject' ? { reason: REASON } : {}) } }
}

test('every machine with such a step is walked, and its table keeps who has done what', async () => {
  const walked = new Set<object>([...kit.map(machineOf), reserveStatus])
  const declared = statusMachines().filter(hasSeparate)
  expect(declared.filter((machine) => !walked.has(machine)).map((machine) => machine.labels)).toEqual([])
  expect(declared.length).toBeGreaterThan(18)
  for (const { table } of new Map(cases.map(([, subject]) => [subject.table, subject])).values()) {
    const { rows } = await sql`select 1 from information_schema.columns where table_name = ${table} and column_name = 'acted_by' and is_nullable = 'NO'`.execute(server.platform.db)
    expect([table, rows.length]).toEqual([table, 1])
  }
})

/** Which row a step fits, and what it lacks otherwise, where any row would not do. */
const FITTING: Record<string, RawBuilder<SqlBool>> = {
  'memberWithdraw decide': sql<SqlBool>`withdraw_type = 'voluntary'`,
  'balanceRequest release': sql<SqlBool>`request_type = 'refund'`,
  'balanceRequest approve': sql<SqlBool>`request_type <> 'refund'`,
  'gradeResult confirm': sql<SqlBool>`scheme_id is null`,
  // The content of a declaration is decided on with the declaration.
  'formAnswer certify': sql<SqlBool>`exists (select from form_task k where k.task_id = form_answer.task_id and k.owner_id is null)`,
  'formAnswer refuse': sql<SqlBool>`exists (select from form_task k where k.task_id = form_answer.task_id and k.owner_id is null)`,
}
const PREPARED: Record<string, (id: string) => RawBuilder<unknown>> = {
  'accessReview signOff': (id) => sql`update access_review_line set decision = 'confirmed' where review_id = ${id}::bigint`,
}
/** Steps that a row of the demo association is refused for other reasons, whoever asks; their areas' own tests carry them out. */
const REFUSED: Record<string, string> = {
  'redConfirm agree': '您没有此操作的权限',
  'trialAccount open': '所选菜单中有您不能开放的，请重新选择',
  'independenceCheck assess': '由任职公司的经办人录入董事会评估意见',
  'independenceCheck sendBack': '由任职公司的经办人录入董事会评估意见',
  'evalObjection revise': '请填写复议后得分',
  'evalNotice publish': '公示期未满，不能公布',
  // Carried out where the results are counted, frozen and published.
  'reviewBatch unfreeze': '您没有此操作的权限',
  'reviewBatch publish': '您没有此操作的权限',
}

/** A row that stands in a status; one of the demo association, or any other that is put there. */
async function rowIn({ table, idColumn, statusColumn, runtime }: Subject, { verb }: Step, from: string): Promise<string> {
  const { db } = server.platform
  const kept = sql`${runtime?.entity.deleted ? sql`not (${runtime.entity.deleted})` : sql`true`} and ${runtime?.options.softDelete ? sql`not ${sql.ref(runtime.options.softDelete)}` : sql`true`}`
  const find = async () => (await sql<{ id: string }>`select ${sql.ref(idColumn)} as id from ${sql.table(table)} where ${kept} and ${FITTING[`${runtime?.entity.name} ${verb}`] ?? sql`true`} order by ${sql.ref(statusColumn)} = ${from} desc, ${sql.ref(idColumn)} desc limit 1`.execute(db)).rows[0]?.id
  const id = (await find()) ?? (await FIXTURES[runtime?.entity.name ?? '']?.(db))
  if (!id) throw new Error(`The demo association has no row of ${table}: give it one, or a fixture in fixtures.ts.`)
  await PREPARED[`${runtime?.entity.name} ${verb}`]?.(id).execute(db)
  return id
}

const put = ({ table, idColumn, statusColumn }: Subject, id: string, status: string) =>
  sql`update ${sql.table(table)} set ${sql.ref(statusColumn)} = ${status} where ${sql.ref(idColumn)} = ${id}::bigint`.execute(server.platform.db)

/** Has people write the row, hand it in and carry out what is named, and puts it back where the step begins; answers who they are. */
async function acted(subject: Subject, step: Step, from: string, id: string): Promise<Person[]> {
  const { db } = server.platform
  const { table, idColumn, runtime: m } = subject
  const { creator, earlier, changer, submitter, other } = people
  await sql`update ${sql.table(table)} set acted_by = array[${mark(WRITE, creator.principal.userId)}] where ${sql.ref(idColumn)} = ${id}::bigint`.execute(db)
  if (!m) {
    await sql`update room_reservation set acted_by = acted_by || array[${mark(WRITE, earlier.principal.userId)}, ${mark(WRITE, changer.principal.userId)}] where reservation_id = ${id}::bigint`.execute(db)
    await put(subject, id, from)
    return [creator, earlier, changer]
  }
  const row = async () => {
    const found = await findRow(db, m, changer.principal, id)
    if (!found) throw new Error(`${m.entity.name} ${id} is not found`)
    return found
  }
  for (const { principal } of [earlier, changer]) expect(await updateRow(db, m, principal, id, Number((await row())['version']), {})).toBeDefined()
  const authors = [creator, earlier, changer]
  for (const done of separateFrom(step)) {
    const taken = machineOf(m).transitions.find((t) => t.verb === done)
    if (!taken) continue
    const person = done === 'submit' ? submitter : other
    await put(subject, id, taken.from[0] ?? '')
    expect(await moveRow(db, m, person.principal, await row(), m.contract.definition.status?.field ?? '', taken, true)).toBeDefined()
    if (!authors.includes(person)) authors.push(person)
  }
  await put(subject, id, from)
  return authors
}

const standing = async ({ table, idColumn }: Subject, id: string) => (await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(idColumn)} = ${id}::bigint`.execute(server.platform.db)).rows[0] ?? {}
const tried = async (id: string) =>
  Number((await server.platform.db.selectFrom('audit_log').select(sql<string>`count(*)`.as('n')).where('record_id', '=', id).where('verb', '=', 'separated').where('code', '=', CODE.forbidden).executeTakeFirstOrThrow()).n)

/** Carries the step out in a transaction that is taken back; answers what refused it, or null. */
async function attempt(subject: Subject, step: Step, id: string, { principal }: Person): Promise<string | null> {
  const { call, more } = wayOf(subject, step)
  const binding = modules.flatMap((m) => m.bindings).find((b) => b.call === call)
  const { version } = await standing(subject, id)
  const takenBack = new Error('taken back')
  const action = (db: unknown) => ({ input: { [subject.idField]: id, version, ...more }, principal, db, platform: server.platform, request: { id: '', ip: '', userAgent: '', secure: false }, files: [], audit: () => undefined, job: async () => undefined, setCookie: () => undefined })
  try {
    await server.platform.db.transaction().execute(async (tx) => {
      await binding?.handler(action(tx) as never)
      throw takenBack
    })
    return 'nothing was carried out'
  } catch (error) {
    return error === takenBack ? null : (error as Error).message
  }
}

test.each(cases)('%s', async (_name, subject, step, from) => {
  const id = await rowIn(subject, step, from)
  const authors = await acted(subject, step, from, id)
  const { call, more } = wayOf(subject, step)
  const before = await standing(subject, id)
  for (const { name, session } of authors) {
    const noted = await tried(id)
    const answer = await server.call(call, { [subject.idField]: id, version: before['version'], ...more } as never, { as: session })
    expect([name, answer.returnCode, answer.returnMessage]).toEqual([name, CODE.forbidden, expect.stringContaining(BY_OTHERS)])
    expect([name, await tried(id)]).toEqual([name, noted + 1])
  }
  const { runtime } = subject
  if (runtime?.contract.batch && !step.single) {
    const noted = await tried(id)
    const answer = await server.ok(runtime.contract.batch, { verb: step.verb, ids: [id], reason: REASON }, { as: people.earlier.session })
    expect(answer).toMatchObject({ done: 0, failed: [{ id, message: expect.stringContaining(BY_OTHERS) }] })
    expect(await tried(id)).toBe(noted + 1)
  }
  if (runtime) {
    const row = await server.ok(runtime.contract.read, { [subject.idField]: id } as never, { as: people.changer.session }) as { abilities: string[]; separated: string[] }
    expect(row.abilities).not.toContain(step.verb)
  }
  expect(await standing(subject, id)).toEqual(before)

  const fresh = await attempt(subject, step, id, people.fresh)
  expect(fresh).toBe(REFUSED[`${subject.runtime?.entity.name} ${step.verb}`] ?? null)
  // The control: with the check off the same author comes as far as somebody else does.
  const { separate } = step
  Object.assign(step, { separate: undefined })
  try {
    expect(await attempt(subject, step, id, people.earlier)).toBe(fresh)
  } finally {
    Object.assign(step, { separate })
  }
})
