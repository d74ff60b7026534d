import { CODE, type RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { appointment } from '@assoc/contract/expert/appointment'
import { directorBase } from '@assoc/contract/expert/director-base'
import { seatWarning } from '@assoc/contract/expert/seat-warning'
import { dutyRecord } from '@assoc/contract/expert/duty'
import { expert } from '@assoc/contract/expert/expert'
import { updateParameter } from '@assoc/contract/rbac/param'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { startTestServer, type Session, type TestServer } from '../../../test/harness'
import { keepWarnings } from './seat-warning'
import { buildCompanies } from '../member/membership/testing'

// What every resource does is proven over all of them; here stand the rules of experts, directors and their appointments.

let server: TestServer
let staff: Session
let companies: string[]
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: ['expert:pool:read', 'expert:pool:update', 'expert:pool:audit', 'appointment:person:read', 'appointment:person:update', 'appointment:term:read', 'appointment:term:update', 'appointment:duty:read', 'appointment:duty:update', 'member:company:read', 'director:user:read'], scopes: { expert: 'all', appointment: 'all', member: 'all', director: 'all' } })
  companies = await buildCompanies(server, 6)
})
afterAll(() => server.stop())

/** An invented number with a right check digit. */
const numbered = (begin: string): string => [...'0123456789X'].map((digit) => `${begin}900${digit}`).find((one) => isIdCard(one)) ?? ''
const ID = numbered('11010119000101')
const person = (over: Partial<RequestOf<typeof directorBase.insert>> = {}): RequestOf<typeof directorBase.insert> => ({ name: '范例文', idCard: ID, mobile: '19912345678', email: null, education: null, poolId: null, remark: null, ...over })
const term = (personId: string, companyId: string, over: Partial<RequestOf<typeof appointment.insert>> = {}): RequestOf<typeof appointment.insert> => ({ personId, companyId, roleType: 'independent', committees: ['audit'], chairs: [], firstDate: '2024-01-10', termStart: '2024-01-10', termEnd: '2030-01-09', allowance: 10_000_000, remark: null, ...over })
const step = async (appointmentId: string, verb: string) => server.call(appointment.change, { appointmentId, version: (await server.ok(appointment.read, { appointmentId }, { as: staff })).version, verb, reason: null }, { as: staff })
const paths = (answer: { data: unknown }) => (answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)

test('a person is one row by the ID number, which tells gender and birthday and is found whole alone', async () => {
  const { personId } = await server.ok(directorBase.insert, person(), { as: staff })
  expect(await server.ok(directorBase.read, { personId }, { as: staff })).toMatchObject({ gender: 'female', birthDate: '1900-01-01', idCard: expect.stringContaining('*'), seatCount: 0 })
  const again = await server.call(directorBase.insert, person({ name: '范某文', mobile: '19912345679' }), { as: staff })
  expect([again.returnCode, paths(again)]).toEqual([CODE.input, ['idCard']])
  const found = async (keyword: string) => (await server.ok(directorBase.list, { keyword }, { as: staff })).items.map((row) => row.personId)
  expect(await found(ID)).toEqual([personId])
  expect(await found(ID.slice(0, 17))).toEqual([])
  expect(await found('19912345678')).toEqual([personId])
})

test('an entry of the pool is linked by an equal number alone, whatever the name says', async () => {
  const { director_id: poolId } = await server.platform.db.insertInto('director_user').values({ name: '贾设一', id_card: '1**************X', id_card_sealed: 'x', id_card_print: server.platform.encryption.blindIndex('110101190004040005'), mobile: '19912345600', email: 'jia@example.com', current_unit: '虚构大学', professions: ['law'], title_name: null, experience_years: 9, current_seats: 0, is_accounting: false, accounting_qual: null, punished36m: false, resume: '[]', consent_time: new Date().toISOString(), remark: null, refused_date: null, pool_status: 'listed', dept_id: null, create_by: null }).returning('director_id').executeTakeFirstOrThrow()
  const refused = await server.call(directorBase.insert, person({ name: '贾设一', idCard: numbered('11010119000202'), mobile: '19912345670', poolId }), { as: staff })
  expect([refused.returnCode, paths(refused)]).toEqual([CODE.input, ['poolId']])
  const taken = numbered('11010119000505')
  await server.platform.db.updateTable('director_user').set({ id_card_print: server.platform.encryption.blindIndex(taken) }).where('director_id', '=', poolId).execute()
  await server.ok(directorBase.insert, person({ name: '贾某一', idCard: taken, mobile: '19912345670', poolId }), { as: staff })
})

test('terms: dates in order, chairs sit on their committees, one secretary in office a company, and what was held is kept', async () => {
  const [{ personId } = { personId: '' }] = (await server.ok(directorBase.list, { keyword: ID }, { as: staff })).items
  const [company = '', other = ''] = companies
  const bad = await server.call(appointment.insert, term(personId, company, { firstDate: '2025-01-01', termEnd: '2023-01-01', chairs: ['pay'] }), { as: staff })
  expect(paths(bad).sort()).toEqual(['termEnd', 'termStart'])
  expect(paths(await server.call(appointment.insert, term(personId, company, { chairs: ['pay'] }), { as: staff }))).toEqual(['chairs'])

  const secretary = await server.ok(appointment.insert, term(personId, other, { roleType: 'secretary', committees: ['audit'] }), { as: staff })
  // What does not matter for the office is stored empty.
  expect((await server.ok(appointment.read, { appointmentId: secretary.appointmentId }, { as: staff })).committees ?? []).toEqual([])
  expect((await step(secretary.appointmentId, 'elect')).returnCode).toBe(CODE.ok)
  const second = await server.ok(appointment.insert, term(personId, other, { roleType: 'secretary', firstDate: '2024-02-01', termStart: '2024-02-01' }), { as: staff })
  expect((await step(second.appointmentId, 'elect')).returnMessage).toContain('已有在任的董事会秘书')
  const row = await server.ok(appointment.read, { appointmentId: secretary.appointmentId }, { as: staff })
  expect(row.abilities).not.toContain('delete')
  expect(paths(await server.call(appointment.update, { ...term(personId, company, { roleType: 'secretary' }), appointmentId: row.appointmentId, version: row.version }, { as: staff }))).toEqual(['companyId'])
})

test('who leaves does so on a day of the term that is not to come, and it is kept', async () => {
  const [, , , , , companyId = ''] = companies
  const { personId } = await server.ok(directorBase.insert, person({ name: '石离任', idCard: numbered('11010119000404'), mobile: '19912345673' }), { as: staff })
  const { appointmentId } = await server.ok(appointment.insert, term(personId, companyId), { as: staff })
  await step(appointmentId, 'elect')
  const leave = (leaveDate: string) => server.call(appointment.change, { appointmentId, version: 2, verb: 'leave', reason: null, input: { leaveDate } }, { as: staff })
  for (const day of [dayAfter(today(), 1), '2024-01-09']) expect(paths(await leave(day))).toEqual(['input.leaveDate'])
  expect((await leave('2025-06-30')).returnCode).toBe(CODE.ok)
  expect(await server.ok(appointment.read, { appointmentId }, { as: staff })).toMatchObject({ appointStatus: 'left', leaveDate: '2025-06-30' })
})

test('more than three boards, six years in a row and a term that ran out are told and found', async () => {
  const { personId } = await server.ok(directorBase.insert, person({ name: '吴此仁', idCard: numbered('11010119000303'), mobile: '19912345671' }), { as: staff })
  for (const [n, companyId] of companies.slice(0, 4).entries()) {
    const made = await server.ok(appointment.insert, term(personId, companyId, n === 0 ? { firstDate: '2019-01-10', termEnd: dayAfter(today(), -1) } : {}), { as: staff })
    expect((await step(made.appointmentId, 'elect')).returnCode).toBe(CODE.ok)
  }
  const rows = (await server.ok(appointment.list, { personId, sort: { field: 'termEnd', order: 'asc' } }, { as: staff })).items
  expect(rows.map((row) => row.warnings)).toEqual([['boards', 'years', 'ended'], ['boards'], ['boards'], ['boards']])
  for (const [warning, count] of [['boards', 4], ['years', 1], ['ended', 1]] as const) expect((await server.ok(appointment.list, { personId, warning }, { as: staff })).total).toBe(count)
  expect(await server.ok(directorBase.read, { personId }, { as: staff })).toMatchObject({ seatCount: 4, independentCount: 4 })
})

test('duties lie within the time in office, add up for the year and are not deleted for ten years', async () => {
  const [one] = (await server.ok(appointment.list, { keyword: '吴此仁', warning: 'years' }, { as: staff })).items
  const appointmentId = one?.appointmentId ?? ''
  const duty = (over: Partial<RequestOf<typeof dutyRecord.insert>>): RequestOf<typeof dutyRecord.insert> => ({ appointmentId, dutyType: 'onsite', attendWay: null, dutyDate: today(), dutyDays: 2.5, dutyNote: '到公司现场工作', proof: [], ...over })
  for (const [over, path] of [[{ dutyDate: dayAfter(today(), 1) }, 'dutyDate'], [{ dutyDate: '2018-01-01' }, 'dutyDate'], [{ dutyDays: 0.3 }, 'dutyDays'], [{ dutyType: 'board' }, 'attendWay']] as const) expect(paths(await server.call(dutyRecord.insert, duty(over), { as: staff }))).toEqual([path])
  await server.ok(dutyRecord.insert, duty({}), { as: staff })
  const { dutyId } = await server.ok(dutyRecord.insert, duty({ dutyDays: 1 }), { as: staff })
  const row = await server.ok(dutyRecord.read, { dutyId }, { as: staff })
  expect([row.yearDays, row.abilities.includes('delete')]).toEqual([3.5, false])
  expect((await server.ok(appointment.read, { appointmentId }, { as: staff })).dutyDays).toBe(3.5)
  await server.platform.db.updateTable('director_duty').set({ duty_date: `${Number(today().slice(0, 4)) - 11}-01-01` }).where('duty_id', '=', dutyId).execute()
  expect((await server.ok(dutyRecord.read, { dutyId }, { as: staff })).abilities).toContain('delete')
})

test('an expert gets a number, is appointed by another than who entered them, and not beyond the term', async () => {
  const other = await server.person({ permits: ['expert:pool:read', 'expert:pool:audit'], scopes: { expert: 'all' } })
  const fields: RequestOf<typeof expert.insert> = { name: '虞构成', unit: '虚构大学', titleName: null, fields: ['governance'], mobile: '19912345672', email: 'yu@example.com', idCard: null, bankCard: null, relatedCompanies: [{ tieKind: 'directorship', companyId: companies[0] ?? '' }], termEnd: dayAfter(today(), 20), remark: null }
  const { expertId } = await server.ok(expert.insert, fields, { as: staff })
  const row = await server.ok(expert.read, { expertId }, { as: staff })
  expect(row).toMatchObject({ expertNo: expect.stringMatching(/^ZJ\d{4}$/), expertStatus: 'pending', termState: 'ending' })
  expect((await server.call(expert.change, { expertId, version: 1, verb: 'appoint', reason: null }, { as: staff })).returnCode).not.toBe(CODE.ok)
  await server.platform.db.updateTable('expert').set({ term_end: today() }).where('expert_id', '=', expertId).execute()
  expect((await server.call(expert.change, { expertId, version: 1, verb: 'appoint', reason: null }, { as: other })).returnMessage).toContain('聘期截止须晚于今天')
  await server.platform.db.updateTable('expert').set({ term_end: dayAfter(today(), 20) }).where('expert_id', '=', expertId).execute()
  await server.ok(expert.change, { expertId, version: 1, verb: 'appoint', reason: null }, { as: other })
  expect((await server.ok(expert.list, { termState: 'ending', expertStatus: ['serving'], keyword: row.expertNo }, { as: staff })).total).toBe(1)
})

test('warnings are found once, close when their fact is gone, and stay handled until then', async () => {
  const handler = await server.person({ permits: ['appointment:warning:read', 'appointment:warning:handle'], scopes: { appointment: 'all' } })
  const listed = async () => (await server.ok(seatWarning.list, {}, { as: handler })).items.map((row) => [row.name, row.warningKind, row.warningStatus]).sort()
  await keepWarnings(server.platform)
  await keepWarnings(server.platform)
  const expected = [['吴此仁', 'boards', 'open'], ['吴此仁', 'years', 'open']]
  expect(await listed()).toEqual(expected)

  const [years] = (await server.ok(seatWarning.list, { warningKind: ['years'] }, { as: handler })).items
  const warningId = years?.warningId ?? ''
  expect((await server.call(seatWarning.change, { warningId, version: years?.version ?? 1, verb: 'handle', reason: null }, { as: handler })).returnCode).toBe(CODE.input)
  await server.ok(seatWarning.change, { warningId, version: years?.version ?? 1, verb: 'handle', reason: '公司已启动换届' }, { as: handler })
  await keepWarnings(server.platform)
  expect(await listed()).toEqual([expected[0], ['吴此仁', 'years', 'handled']])

  await server.platform.db.updateTable('director_appointment').set({ appoint_status: 'left', leave_date: dayAfter(today(), -61) }).where('first_date', '=', '2019-01-10').execute()
  await keepWarnings(server.platform)
  expect(await listed()).toEqual([[null, 'vacant', 'open'], ['吴此仁', 'boards', 'closed'], ['吴此仁', 'years', 'closed']])
})

test.each([
  ['absent', async () => {
    const { appointment_id: appointmentId, first_date: from } = await server.platform.db.selectFrom('director_appointment').select(['appointment_id', 'first_date']).where('role_type', '=', 'independent').where('appoint_status', '=', 'serving').orderBy('appointment_id').limit(1).executeTakeFirstOrThrow()
    for (const [n, way] of (['absent', 'proxy', 'absent', 'absent'] as const).entries()) await server.ok(dutyRecord.insert, { appointmentId, dutyType: 'board', attendWay: way, dutyDate: dayAfter(from, 10 + n), dutyDays: 0, dutyNote: '董事会', proof: [] }, { as: staff })
  }],
  ['secretary', () => server.platform.db.updateTable('director_appointment').set({ appoint_status: 'left', leave_date: dayAfter(today(), -100) }).where('role_type', '=', 'secretary').where('appoint_status', '=', 'serving').execute()],
  ['cooling', async () => {
    const old = await server.platform.db.selectFrom('director_appointment').select(['person_id', 'company_id']).where('first_date', '=', '2019-01-10').executeTakeFirstOrThrow()
    await server.ok(appointment.insert, term(old.person_id, old.company_id, { firstDate: today(), termStart: today() }), { as: staff })
  }],
  ['check', async () => {
    for (const [paramKey, value] of [['appointment.checksFrom', Number(today().slice(0, 4)) - 2], ['appointment.checkDueMonth', 12]] as const) await server.ok(updateParameter, { paramKey, value, version: 0 })
  }],
  ['days', () => server.ok(updateParameter, { paramKey: 'appointment.daysFrom', value: Number(today().slice(0, 4)) - 1, version: 0 })],
] as const)('%s is found', async (kind, happen) => {
  const found = async () => (await server.platform.db.selectFrom('seat_warning').select('warning_id').where('warning_kind', '=', kind).where('warning_status', '=', 'open').execute()).length
  expect(await found()).toBe(0)
  await happen()
  await keepWarnings(server.platform)
  expect(await found()).toBeGreaterThan(0)
})
