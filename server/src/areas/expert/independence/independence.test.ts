import { CODE, type FileItem, type RequestOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { appointment } from '@assoc/contract/expert/appointment'
import { directorBase } from '@assoc/contract/expert/director-base'
import { dutyRecord } from '@assoc/contract/expert/duty'
import { independenceCheck, makeIndependenceChecks } from '@assoc/contract/expert/independence'
import { uploadFile } from '@assoc/contract/platform/file'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies, buildPerson } from '../../member/membership/testing'
import { samplePdf } from '../../member/director/sample-pdf'

// A check is made once a year, filled in by the director and assessed by the company; neither sees what is another's.

const YEAR = Number(today().slice(0, 4))
let server: TestServer
let staff: Session
let companies: string[]
let ann: Session
let bob: Session
let office: Session
let other: Session
const checks: string[] = []
const terms: string[] = []

const outsider = async (role: 'PERSON' | 'COMPANY_USER', subject: 'person' | 'company', id: string): Promise<Session> => {
  const { db } = server.platform
  const person = await server.person({ permits: [] })
  await sql`delete from user_role where user_id = ${person.userId}`.execute(db)
  await sql`insert into user_role (user_id, role_id) select ${person.userId}, role_id from role where role_code = ${role}`.execute(db)
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${person.userId}, ${subject}, ${id}, 'test', ${role}, 'test', ${person.userId}, false)`.execute(db)
  return person
}
const numbered = (begin: string): string => [...'0123456789X'].map((digit) => `${begin}900${digit}`).find((one) => isIdCard(one)) ?? ''

/** Somebody of the pool who is an independent director of a company, with their login. */
async function directorOf(companyId: string, n: number): Promise<{ session: Session; appointmentId: string }> {
  const { db, encryption } = server.platform
  const poolId = await buildPerson(server, { name: `甄董事${n}` })
  const idCard = numbered(`1101011900010${n}`)
  await db.updateTable('director_user').set({ id_card_print: encryption.blindIndex(idCard) }).where('director_id', '=', poolId).execute()
  // Linked only afterwards: what stands already becomes theirs.
  const fields = { name: `甄董事${n}`, idCard, mobile: String(19_912_500_000 + n), email: null, education: null, remark: null }
  const { personId } = await server.ok(directorBase.insert, { ...fields, poolId: null }, { as: staff })
  const { appointmentId } = await server.ok(appointment.insert, { personId, companyId, roleType: 'independent', committees: [], chairs: [], firstDate: `${YEAR - 1}-01-10`, termStart: `${YEAR - 1}-01-10`, termEnd: `${YEAR + 2}-01-09`, allowance: 1, remark: null }, { as: staff })
  await server.ok(appointment.change, { appointmentId, version: 1, verb: 'elect', reason: null }, { as: staff })
  if (n === 1) await server.ok(makeIndependenceChecks, { checkYear: YEAR }, { as: staff })
  await server.ok(directorBase.update, { ...fields, personId, version: 1, poolId }, { as: staff })
  return { session: await outsider('PERSON', 'person', poolId), appointmentId }
}

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: ['appointment:person:read', 'appointment:person:update', 'appointment:term:read', 'appointment:term:update', 'appointment:duty:read', 'appointment:duty:update', 'appointment:check:read', 'appointment:check:make', 'appointment:check:fill', 'appointment:check:assess', 'member:company:read', 'director:user:read'], scopes: { appointment: 'all', member: 'all', director: 'all' } })
  companies = await buildCompanies(server, 3)
  const [first = '', second = ''] = companies
  const [a, b] = [await directorOf(first, 1), await directorOf(second, 2)]
  ;[ann, bob] = [a.session, b.session]
  terms.push(a.appointmentId, b.appointmentId)
  office = await outsider('COMPANY_USER', 'company', first)
  other = await outsider('COMPANY_USER', 'company', second)
})
afterAll(() => server.stop())

const NO = { item1: 'no', item2: 'no', item3: 'no', item4: 'no', item5: 'no', item6: 'no', item7: 'no', item8: 'no' } as const
const read = (checkId: string, as: Session) => server.ok(independenceCheck.read, { checkId }, { as })
const step = async (checkId: string, verb: string, as: Session, more: object = {}) => server.call(independenceCheck.change, { checkId, version: (await read(checkId, as)).version, verb, reason: null, ...more } as RequestOf<typeof independenceCheck.change>, { as })
const update = async (checkId: string, as: Session, fields: object) => server.call(independenceCheck.update, { checkId, version: (await read(checkId, as)).version, signFile: [], ...fields } as RequestOf<typeof independenceCheck.update>, { as })
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)
const signed = async (as: Session) => [(await server.upload(uploadFile, { purpose: 'independenceCheck.signFile' }, { name: '自查表.pdf', bytes: samplePdf('Check') }, as)).data as FileItem]
const SEEN = [['terms', appointment], ['duties', dutyRecord], ['checks', independenceCheck]] as const

test('checks of a year are made once for everybody in office, however often it is pressed, and by two at once', async () => {
  const answers = await Promise.all([1, 2].map(() => server.ok(makeIndependenceChecks, { checkYear: YEAR }, { as: staff })))
  expect(answers.reduce((sum, one) => sum + one.made, 0)).toBe(1)
  expect(await server.ok(makeIndependenceChecks, { checkYear: YEAR }, { as: staff })).toEqual({ made: 0, already: 2 })
  expect((await server.call(makeIndependenceChecks, { checkYear: YEAR + 1 }, { as: staff })).returnCode).toBe(CODE.input)
  // Control: without the key the second press would double them.
  await expect(sql`insert into independence_check (appointment_id, check_year, rule_date) values (${terms[0]}, ${YEAR}, '2023-09-04')`.execute(server.platform.db)).rejects.toThrow('independence_check_once')
  for (const as of [ann, bob]) checks.push((await server.ok(independenceCheck.list, {}, { as })).items[0]?.checkId ?? '')
  expect(checks[0]).not.toBe(checks[1])
})

test('a director and a company see their own rows alone, in lists, by id, in exports and references', async () => {
  for (const [n, mine] of [[0, [ann, office]], [1, [bob, other]]] as const) {
    for (const as of mine) {
      await server.ok(dutyRecord.insert, { appointmentId: terms[n] ?? '', dutyType: 'onsite', attendWay: null, dutyDate: today(), dutyDays: 1, dutyNote: '现场', proof: [] }, { as })
      for (const [name, resource] of SEEN) expect([name, new Set((await server.ok(resource.list, {}, { as })).items.map((row) => row.companyId))]).toEqual([name, new Set([companies[n]])])
    }
  }
  const others = [server.call(independenceCheck.read, { checkId: checks[1] ?? '' }, { as: ann }), server.call(appointment.read, { appointmentId: terms[1] ?? '' }, { as: office }), server.call(independenceCheck.update, { checkId: checks[1] ?? '', version: 1, item1: 'no', signFile: [] }, { as: ann }), server.call(independenceCheck.change, { checkId: checks[1] ?? '', version: 1, verb: 'sendBack', reason: '不属实' }, { as: office })]
  expect((await Promise.all(others)).map((answer) => answer.returnCode)).toEqual([CODE.notFound, CODE.notFound, CODE.notFound, CODE.notFound])
  expect((await server.call(dutyRecord.insert, { appointmentId: terms[1] ?? '', dutyType: 'onsite', attendWay: null, dutyDate: today(), dutyDays: 1, dutyNote: '冒充', proof: [] }, { as: ann })).returnCode).not.toBe(CODE.ok)
  // Staff see what directors and companies have noted, for it is kept where the appointment is.
  expect((await server.ok(dutyRecord.list, { appointmentId: terms[0] }, { as: staff })).total).toBe(2)
})

test('a duty that a director noted is not changed by the company, nor the other way round', async () => {
  for (const as of [ann, office]) {
    const { items } = await server.ok(dutyRecord.list, {}, { as })
    expect(items.map((row) => [row.createBy === as.userId, row.abilities.includes('update')]).sort()).toEqual([[false, false], [true, true]])
  }
})

test('filled by the director, with what every yes means, and handed in whole and signed', async () => {
  const [checkId = ''] = checks
  expect((await update(checkId, office, NO)).returnCode).toBe(CODE.forbidden)
  expect(paths(await update(checkId, ann, { item5: 'yes' }))).toEqual(['note5'])
  expect((await update(checkId, ann, { item1: 'no', item5: 'yes', note5: '为公司提供过一次培训' })).returnCode).toBe(CODE.ok)
  expect(await read(checkId, ann)).toMatchObject({ checkStatus: 'pending', conclusion: null })
  expect(paths(await step(checkId, 'submit', ann))).toEqual(['item2', 'item3', 'item4', 'item6', 'item7', 'item8', 'signFile'])
  expect((await update(checkId, ann, { ...NO, item5: 'yes', note5: '为公司提供过一次培训', signFile: await signed(ann) })).returnCode).toBe(CODE.ok)
  expect((await step(checkId, 'submit', ann)).returnCode).toBe(CODE.ok)
  expect(await read(checkId, ann)).toMatchObject({ checkStatus: 'waiting', conclusion: 'explain', abilities: [] })
})

test('the company alone assesses, by another person than who filled it in; 不符合 is its word', async () => {
  const [checkId = '', second = ''] = checks
  const assess = (boardConclusion: string, boardOpinion = '董事会审议通过') => ({ input: { boardConclusion, boardOpinion } })
  expect((await step(checkId, 'assess', staff, assess('unfit'))).returnMessage).toContain('由任职公司')
  expect((await server.ok(selectTodos, {}, { as: office })).find(({ label }) => label === '待评估的独立性自查')).toMatchObject({ value: 1 })
  expect((await step(checkId, 'sendBack', office)).returnCode).toBe(CODE.input)
  expect((await step(checkId, 'sendBack', office, { reason: '说明不完整' })).returnCode).toBe(CODE.ok)
  expect(await read(checkId, ann)).toMatchObject({ checkStatus: 'returned', returnReason: '说明不完整', conclusion: null })
  expect((await step(checkId, 'submit', ann)).returnCode).toBe(CODE.ok)
  expect(paths(await step(checkId, 'assess', office, { input: { boardConclusion: 'agreed', boardOpinion: '字'.repeat(501) } }))).toEqual([expect.stringContaining('boardOpinion')])
  expect((await step(checkId, 'assess', office, assess('unfit'))).returnCode).toBe(CODE.ok)
  expect(await read(checkId, ann)).toMatchObject({ checkStatus: 'completed', conclusion: 'unfit', boardOpinion: '董事会审议通过', returnReason: null })

  // A director who acts for the company as well fills in their own check and does not assess it.
  const { db } = server.platform
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${bob.userId}, 'company', ${companies[1]}, 'test', 'COMPANY_USER', 'test2', ${bob.userId}, false)`.execute(db)
  await sql`insert into user_role (user_id, role_id) select ${bob.userId}, role_id from role where role_code = 'COMPANY_USER'`.execute(db)
  await server.platform.revocations.announce(db, { kind: 'user', id: bob.userId })
  await update(second, bob, { ...NO, signFile: await signed(bob) })
  expect((await step(second, 'submit', bob)).returnCode).toBe(CODE.ok)
  expect(await read(second, bob)).toMatchObject({ conclusion: 'fit', separated: ['assess', 'sendBack'] })
  expect((await step(second, 'assess', bob, assess('agreed'))).returnCode).toBe(CODE.forbidden)
  expect((await step(second, 'assess', other, assess('agreed'))).returnCode).toBe(CODE.ok)
  expect(await read(second, bob)).toMatchObject({ checkStatus: 'completed', conclusion: 'fit' })
})

test('rows follow when a person’s entry of the pool is unlinked, and when companies become one', async () => {
  const { db } = server.platform
  const [, , third = ''] = companies
  await sql`update director_appointment set company_id = ${third} where appointment_id = ${terms[0]}`.execute(db)
  expect((await server.ok(independenceCheck.list, {}, { as: office })).total).toBe(0)
  expect((await server.ok(independenceCheck.list, {}, { as: ann })).items.map((row) => row.companyId)).toEqual([third])
  await sql`update director_base set pool_id = null where pool_id is not null`.execute(db)
  for (const [name, resource] of SEEN) expect([name, (await server.ok(resource.list, {}, { as: ann })).total]).toEqual([name, 0])
})
