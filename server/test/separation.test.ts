import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BY_OTHERS, CODE } from '@assoc/contract'
import { changeRequest } from '@assoc/contract/member/change-request'
import { directorUser } from '@assoc/contract/member/director'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import pg from 'pg'
import { feeWorld, registration, type FeeWorld } from '../src/areas/fee/testing.repository'
import { paymentRuntime } from '../src/areas/fee/payment/resource'
import { findRow, moveRow, noteAuthor } from '../src/platform/resource/rows.repository'
import { startTestServer, type Session, type TestServer } from './harness'

// Who wrote a thing does not approve it: what the walk over all machines (generated/separation.test.ts) does not show.

let server: TestServer
let world: FeeWorld
/** Each may write payments down and settle them. */
let people: Session[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  const permits = ['fee:payment:read', 'fee:payment:insert', 'fee:payment:verify']
  people = await Promise.all(Array.from({ length: 4 }, (_, n) => server.person({ name: `范经手${n}`, permits, scopes: { fee: 'all', member: 'all' } })))
})
afterAll(() => server.stop())

const settle = (paymentId: string, version: number, as: Session) => server.call(payment.change, { paymentId, version, verb: 'settle' }, { as })
const person = (n: number): Session => people[n] as Session

test('A writes down 1.00, B makes it 999,999,999.99 of another member, C corrects a letter: none of them settles it, D does', async () => {
  const [one, other] = [await world.member(), await world.member()]
  const { paymentId } = await server.ok(payment.insert, registration(one, 100), { as: person(0) })
  await server.ok(payment.update, { paymentId, version: 1, ...registration(other, 99_999_999_999) }, { as: person(1) })
  await server.ok(payment.update, { paymentId, version: 2, ...registration(other, 99_999_999_999, { remark: '更正' }) }, { as: person(2) })
  for (const n of [0, 1, 2]) {
    expect(await settle(paymentId, 3, person(n))).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“核销”须由其他人办理' })
    expect(await server.ok(payment.read, { paymentId }, { as: person(n) })).toMatchObject({ payStatus: 'pending', version: 3, separated: ['settle'], abilities: expect.not.arrayContaining(['settle']) })
  }
  const tried = await server.platform.db.selectFrom('audit_log').select(['user_id', 'code']).where('record_type', '=', 'payment').where('record_id', '=', paymentId).where('verb', '=', 'separated').orderBy('audit_id').execute()
  expect(tried).toEqual([0, 1, 2].map((n) => ({ user_id: person(n).userId, code: CODE.forbidden })))
  expect((await world.money(other)).balance).toBe(0)
  expect((await settle(paymentId, 3, person(3))).returnCode).toBe(CODE.ok)
})

test('B edits while C settles: one of them is a conflict; who has become a writer after the row was read moves it no more, control: without the condition they do', async () => {
  const memberId = await world.member()
  for (let i = 0; i < 5; i++) {
    const { paymentId } = await server.ok(payment.insert, registration(memberId, 100), { as: person(0) })
    const [edited, settled] = await Promise.all([server.call(payment.update, { paymentId, version: 1, ...registration(memberId, 200) }, { as: person(1) }), settle(paymentId, 1, person(2))])
    expect([edited.returnCode, settled.returnCode].filter((code) => code === CODE.ok)).toHaveLength(1)
    expect((await server.ok(payment.read, { paymentId })).amount).toBe(settled.returnCode === CODE.ok ? 100 : 200)
  }
  const { db, sessions } = server.platform
  const { paymentId } = await server.ok(payment.insert, registration(memberId, 100), { as: person(0) })
  const principal = await sessions.identify(person(1).token, person(1).cookie)
  const { runtime: m } = paymentRuntime
  const step = m.contract.definition.status?.machine.find('settle', 'pending')
  const read = await findRow(db, m, principal, paymentId)
  if (!step || !read) throw new Error('nothing to settle')
  await noteAuthor(db, m, paymentId, principal.userId)
  expect(await moveRow(db, m, principal, read, 'payStatus', step)).toBeUndefined()
  // It comes as far as the money, which nobody has spent here.
  await expect(moveRow(db, m, principal, read, 'payStatus', { ...step, separate: undefined } as never)).rejects.toMatchObject({ constraint: 'payment_spent' })
})

test('who asked for a change that another passed has written the record: neither of them takes the director in', async () => {
  const { db } = server.platform
  const permits = ['director:user:read', 'director:user:audit', 'director:change:read', 'director:change:insert', 'director:change:audit']
  const [asker, passer, third] = await Promise.all([0, 1, 2].map(() => server.person({ permits, scopes: { director: 'all' } })))
  await sql`update data_item set data_item_status = 'disabled'`.execute(db)
  const { rows } = await sql<{ id: string }>`insert into director_user (name, id_card, id_card_sealed, id_card_print, mobile, email, current_unit, professions, experience_years, current_seats, is_accounting, punished36m, resume, consent_time)
    values ('甄样本', '110***********0014', 'x', 'x', '19900000001', 'd@example.com', '子虚大学', array['law'], 10, 1, false, false, '[]', now()) returning director_id as id`.execute(db)
  const directorId = rows[0]?.id ?? ''
  const { changeId } = await server.ok(changeRequest.insert, { targetType: 'director', targetId: directorId, fieldName: 'currentUnit', newValue: '乌有大学', proofFiles: [], remark: null } as never, { as: asker as Session })
  await server.ok(changeRequest.change, { changeId, version: 1, verb: 'pass' } as never, { as: passer as Session })
  const pass = (as: Session | undefined) => server.call(directorUser.change, { directorId, version: 2, verb: 'pass' }, { as: as as Session })
  for (const as of [asker, passer]) expect(await pass(as)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining(BY_OTHERS) })
  expect((await pass(third)).returnCode).toBe(CODE.ok)
})

test('records of before the column get who wrote and moved them from the log, and who made them where the log is silent', async () => {
  const { db } = server.platform
  const memberId = await world.member()
  const { paymentId } = await server.ok(payment.insert, registration(memberId, 100), { as: person(0) })
  await server.ok(payment.update, { paymentId, version: 1, ...registration(memberId, 200) }, { as: person(1) })
  await server.ok(payment.update, { paymentId, version: 2, ...registration(memberId, 300) }, { as: person(0) })
  expect((await settle(paymentId, 3, person(2))).returnCode).toBe(CODE.ok)
  await sql`insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, create_by) values ('JF0', ${memberId}, '2020-01-01', 1, 'cheque', '旧', ${person(3).userId})`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns where column_name = 'acted_by' and table_schema = 'public'`.execute(db)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    const migration = readFileSync(join(process.cwd(), 'server/migrations/0480_acted_by.sql'), 'utf8')
    await client.query('begin')
    for (const { name } of tables) await client.query(`alter table ${client.escapeIdentifier(name)} drop column acted_by`)
    await client.query(migration)
    await client.query('commit')
  } finally {
    await client.end()
  }
  const { rows } = await sql<{ acted: string[] }>`select acted_by as acted from payment where payment_id = ${paymentId}::bigint or pay_no = 'JF0' order by payment_id`.execute(db)
  expect(rows.map((r) => r.acted)).toEqual([[`write:${person(1).userId}`, `write:${person(0).userId}`, `settle:${person(2).userId}`], [`write:${person(3).userId}`]])
})
