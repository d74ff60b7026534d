import { CODE, type FileItem } from '@assoc/contract'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { contact } from '@assoc/contract/member/contact'
import { enterpriseUser as contract } from '@assoc/contract/member/enterprise-user'
import { uploadFile } from '@assoc/contract/platform/file'
import { creditCodeCheckDigit } from '@assoc/contract/rules/identifiers'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { samplePdf } from '../director/sample-pdf'

const CODES = ['91330100MA0000001', '91330100MA0000002'].map((head) => head + creditCodeCheckDigit(head))

let server: TestServer
let clerk: Session
let companyId: string
beforeAll(async () => {
  server = await startTestServer()
  clerk = await server.person({ permits: ['director:enterprise:read', 'director:enterprise:insert'], scopes: { director: 'all', member: 'all' } })
  const { rows } = await sql<{ id: string }>`insert into company (company_name, short_name, company_type, credit_code) values ('子虚乌有股份有限公司', '子虚乌有', 'other', ${CODES[0]}) returning company_id as id`.execute(server.platform.db)
  companyId = rows[0]?.id ?? ''
  await sql`insert into company_gram (gram, company_id) values ('子虚', ${companyId}), ('乌有', ${companyId})`.execute(server.platform.db)
})
afterAll(() => server.stop())

let count = 0
const paper = async (field: string) => [(await server.upload(uploadFile, { purpose: `enterpriseUser.${field}` }, { name: '材料.pdf', bytes: samplePdf('Paper') }, clerk)).data as FileItem]
const wish = async (given: object = {}) => {
  const n = ++count
  return { applicantName: '甄样本', mobile: String(19_900_000_000 + n), companyId, creditCode: CODES[0] as string, postType: 'liaison' as const, authLetter: await paper('authLetter'), licenseFile: await paper('licenseFile'), remark: null, ...given }
}
const made = async (given: object = {}) => (await server.ok(contract.insert, await wish(given), { as: clerk })).enterpriseId
const step = (enterpriseId: string, verb: string, version: number, reason?: string, as: Session = server.admin) => server.call(contract.change, { enterpriseId, version, verb, ...(reason ? { reason } : {}) }, { as })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)
const contacts = async (mobile: string) =>
  (await sql<{ status: string; name: string; id: string }>`select contact_status as status, name, contact_id as id from contact where mobile = ${mobile} order by contact_id`.execute(server.platform.db)).rows

test('a certified person is a contact of their company; cancelling leaves the contact', async () => {
  const person = await wish()
  const { enterpriseId } = await server.ok(contract.insert, person, { as: clerk })
  expect((await step(enterpriseId, 'certify', 1, undefined, clerk)).returnCode).toBe(CODE.forbidden)
  expect((await step(enterpriseId, 'certify', 1)).returnCode).toBe(CODE.ok)
  expect(await contacts(person.mobile)).toMatchObject([{ status: 'serving', name: '甄样本' }])
  const noted = await server.platform.db.selectFrom('audit_log').select('verb').where('record_type', '=', 'contact').orderBy('audit_id').execute()
  expect(noted.map((n) => n.verb)).toEqual(['insert', 'confirm'])
  expect((await server.call(contract.update, { enterpriseId, version: 2, ...person }, { as: clerk })).returnMessage).toBe('已认证或已注销的申请不能修改')
  expect((await step(enterpriseId, 'cancel', 2, '已离职')).returnCode).toBe(CODE.ok)
  expect(await contacts(person.mobile)).toMatchObject([{ status: 'serving' }])
  // Certified anew: the contact who serves is kept, and no second one made.
  await step(await made({ mobile: person.mobile, applicantName: '甄改名' }), 'certify', 1)
  expect(await contacts(person.mobile)).toMatchObject([{ status: 'serving', name: '甄样本' }])
  expect((await server.ok(selectCompanyParts, { companyId })).find((p) => p.key === 'enterpriseUsers')?.rows).toEqual([['甄改名', '会员联络员', '已认证']])
})

test('a contact who waits is confirmed; what the rules of contacts refuse refuses the whole', async () => {
  const person = await wish()
  const blank = { gender: 'unknown' as const, postName: null, telephone: null, email: null, startDate: null, endDate: null, isPrimary: false, smsOptOut: false, emailOptOut: false, consentDate: null, remark: null }
  const { contactId } = await server.ok(contact.insert, { ...blank, companyId, name: '甄候补', postType: 'liaison', mobile: person.mobile })
  const { enterpriseId } = await server.ok(contract.insert, person, { as: clerk })
  await step(enterpriseId, 'certify', 1)
  expect(await contacts(person.mobile)).toMatchObject([{ status: 'serving', id: contactId }])

  await step(await made({ postType: 'secretary' }), 'certify', 1)
  const second = await wish({ postType: 'secretary' })
  const { enterpriseId: refused } = await server.ok(contract.insert, second, { as: clerk })
  expect(fields(await step(refused, 'certify', 1))).toEqual(['postType 该公司已有在任的董事长或董事会秘书，请先登记前任离任'])
  expect(await contacts(second.mobile)).toEqual([])
  expect(await server.ok(contract.read, { enterpriseId: refused })).toMatchObject({ certifyStatus: 'pending', version: 1 })
})

test('what does not fit the company is refused at its field, also when the company has changed since', async () => {
  const said = async (given: object) => fields(await server.call(contract.insert, await wish(given), { as: clerk }))
  expect(await said({ creditCode: CODES[1] })).toEqual(['creditCode 与所选公司登记的统一社会信用代码不一致'])
  expect(await said({ creditCode: '91330100MA0000001X' })).toEqual(['creditCode 统一社会信用代码不正确'])
  expect(await said({ postType: 'supervisor' })).toEqual(['postType 上市公司自 2026 年起不再设监事，请选择其他职务'])
  expect(await said({ authLetter: [] })).toEqual(['authLetter 请上传授权书'])
  const enterpriseId = await made()
  await sql`update company set credit_code = ${CODES[1]} where company_id = ${companyId}`.execute(server.platform.db)
  expect(fields(await step(enterpriseId, 'certify', 1))).toEqual(['creditCode 与所选公司登记的统一社会信用代码不一致'])
  await sql`update company set credit_code = ${CODES[0]} where company_id = ${companyId}`.execute(server.platform.db)
  expect((await step(enterpriseId, 'certify', 1)).returnCode).toBe(CODE.ok)
})

test('who entered it does not check it; rejected it is corrected and submitted again', async () => {
  const enterpriseId = await made()
  expect((await server.ok(contract.read, { enterpriseId }, { as: clerk })).abilities).toEqual(['update'])
  expect(fields(await step(enterpriseId, 'reject', 1))).toEqual(['reason 请填写审核意见'])
  await step(enterpriseId, 'reject', 1, '授权书缺少公章')
  expect((await step(enterpriseId, 'submit', 2, undefined, clerk)).returnCode).toBe(CODE.ok)
  const both = await server.person({ permits: ['director:enterprise:read', 'director:enterprise:audit'], scopes: { director: 'all' } })
  await sql`update enterprise_user set create_by = ${both.userId} where enterprise_id = ${enterpriseId}`.execute(server.platform.db)
  expect((await step(enterpriseId, 'certify', 3, undefined, both)).returnMessage).toBe('您登记或修改过此记录，“通过认证”须由其他人办理')
})

test('one number stands open once for a company, also when entered twice at once; without the index twice', async () => {
  const { db } = server.platform
  const twice = async () => {
    const mobile = String(19_900_000_900 + ++count)
    const people = await Promise.all([wish({ mobile }), wish({ mobile })])
    return Promise.all(people.map((person) => server.call(contract.insert, person, { as: clerk })))
  }
  const answers = await twice()
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
  expect(answers.flatMap(fields)).toEqual(['mobile 该手机号码在这家公司已有待审核或已认证的申请'])
  await asOwner(db, sql`drop index enterprise_user_open_unique`)
  expect((await twice()).map((a) => a.returnCode)).toEqual([CODE.ok, CODE.ok])
})
