import { CODE } from '@assoc/contract'
import { appointment } from '@assoc/contract/expert/appointment'
import { directorBase } from '@assoc/contract/expert/director-base'
import { selectSecretaryDifferences, settleSecretaries } from '@assoc/contract/expert/secretary'
import { contact } from '@assoc/contract/member/contact'
import { isIdCard } from '@assoc/contract/rules/identifiers'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'

// The secretary in office and the contact of the company: what differs is told, and one press makes the contact what the appointment says.

let server: TestServer
let staff: Session
let companies: string[]
let counter = 0
const numbered = (begin: string): string => [...'0123456789X'].map((digit) => `${begin}900${digit}`).find((one) => isIdCard(one)) ?? ''
const newMobile = () => String(19_912_600_000 + ++counter)

async function secretaryAt(companyId: string, name: string, mobile: string): Promise<string> {
  const { personId } = await server.ok(directorBase.insert, { name, idCard: numbered(`110101190002${String(++counter).padStart(2, '0')}`), mobile, email: null, education: null, poolId: null, remark: null })
  const { appointmentId } = await server.ok(appointment.insert, { personId, companyId, roleType: 'secretary', committees: [], chairs: [], firstDate: '2025-01-10', termStart: '2025-01-10', termEnd: '2030-01-09', allowance: null, remark: null })
  await server.ok(appointment.change, { appointmentId, version: 1, verb: 'elect', reason: null })
  return appointmentId
}
async function contactAt(companyId: string, name: string, mobile: string): Promise<string> {
  const { contactId } = await server.ok(contact.insert, { companyId, name, gender: 'unknown', postType: 'secretary', mobile, isPrimary: false, smsOptOut: false, emailOptOut: false })
  await server.ok(contact.change, { contactId, version: 1, verb: 'confirm' })
  return contactId
}
const differences = async (as = staff) => (await server.ok(selectSecretaryDifferences, {}, { as })).items
const serving = async (companyId: string) => (await sql<{ name: string; mobile: string; status: string }>`select name, mobile, contact_status as status from contact where company_id = ${companyId} and post_type = 'secretary' order by contact_id`.execute(server.platform.db)).rows.map((row) => [row.name, row.mobile, row.status])

beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  staff = await server.person({ permits: ['appointment:term:read', 'appointment:secretary:settle'], scopes: { appointment: 'all' } })
  companies = await buildCompanies(server, 5)
})
afterAll(() => server.stop())

test('somebody missing, another person and another number are told; settled together, once, with the log of each contact', async () => {
  const [none = '', other = '', number = '', same = ''] = companies
  const mobiles = [newMobile(), newMobile(), newMobile(), newMobile()] as const
  const ids = [await secretaryAt(none, '贾无人', mobiles[0]), await secretaryAt(other, '贾新任', mobiles[1]), await secretaryAt(number, '贾换号', mobiles[2]), await secretaryAt(same, '贾一致', mobiles[3])]
  await contactAt(other, '贾旧任', newMobile())
  const moved = await contactAt(number, '贾换号', newMobile())
  await contactAt(same, '贾一致', mobiles[3])
  expect((await differences()).map((row) => [row.name, row.difference]).sort()).toEqual([['贾换号', 'mobile'], ['贾无人', 'missing'], ['贾新任', 'person']].sort())
  expect((await differences()).every((row) => row.mobile.includes('*') && (row.contactMobile ?? '*').includes('*'))).toBe(true)

  expect(await server.ok(settleSecretaries, { appointmentIds: ids }, { as: staff })).toEqual({ settled: 3, already: 1 })
  expect(await differences()).toEqual([])
  expect(await serving(none)).toEqual([['贾无人', mobiles[0], 'serving']])
  expect((await serving(other)).map(([name, , status]) => [name, status])).toEqual([['贾旧任', 'left'], ['贾新任', 'serving']])
  expect(await serving(number)).toEqual([['贾换号', mobiles[2], 'serving']])
  expect(await server.ok(settleSecretaries, { appointmentIds: ids }, { as: staff })).toEqual({ settled: 0, already: 4 })
  const noted = await server.platform.db.selectFrom('audit_log').select(['record_type', 'verb']).where('user_id', '=', staff.userId).where('record_type', 'in', ['contact', 'appointment']).execute()
  expect(noted.filter(({ verb }) => verb === 'settleSecretary')).toHaveLength(3)
  expect(noted.filter(({ record_type: type, verb }) => type === 'contact' && verb === 'leave')).toHaveLength(1)
  expect((await server.ok(contact.read, { contactId: moved })).version).toBe(3)
})

test('two presses at once write one contact; outside of the scope nothing is told or settled', async () => {
  const [, , , , companyId = ''] = companies
  const appointmentId = await secretaryAt(companyId, '贾并发', newMobile())
  const answers = await Promise.all([1, 2].map(() => server.ok(settleSecretaries, { appointmentIds: [appointmentId] }, { as: staff })))
  expect(answers.map((one) => one.settled).sort()).toEqual([0, 1])
  expect(await serving(companyId)).toHaveLength(1)
  const outside = await server.person({ permits: ['appointment:term:read', 'appointment:secretary:settle'], scopes: { appointment: 'self' } })
  expect(await differences(outside)).toEqual([])
  expect((await server.call(settleSecretaries, { appointmentIds: [appointmentId] }, { as: outside })).returnCode).not.toBe(CODE.ok)
})
