import { CODE } from '@assoc/contract'
import { richOf } from '@assoc/contract/core/rich-text'
import { dunning } from '@assoc/contract/fee/arrears'
import { downloadLetter, issueLetters, letter, letterTemplate, previewLetter, selectIssuer, updateIssuer } from '@assoc/contract/fee/letter'
import { downloadWorkFile, selectWork } from '@assoc/contract/platform/work'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { lettersPdf } from './document'
import { printLetters } from './print'
import { lettersOf } from './repository'

let server: TestServer
let world: FeeWorld
let clerk: Session
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
  clerk = await server.person({ permits: ['fee:letter:read', 'fee:letter:issue', 'fee:letter:template', 'fee:unpaid:read'], scopes: { fee: 'all', member: 'all' } })
})
afterAll(() => server.stop())

const templateOf = async (kind: 'notice' | 'dunning' | 'certificate' | 'withdrawal') => (await server.ok(letterTemplate.list, { letterKind: kind, templateStatus: 'enabled' }, { as: clerk })).items[0]
const issue = async (templateId: string, memberIds: string[]) => server.call(issueLetters, { templateId, memberIds }, { as: clerk })
const saidOf = async (memberId: string) => {
  const [row] = (await server.ok(letter.list, { memberId }, { as: clerk })).items
  const [kept] = await lettersOf(server.platform.db, [row?.letterId ?? ''])
  return { row, kept }
}
const pagesOf = (pdf: Buffer) => Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1])

test('a dunning letter says what is overdue in the words of its template, is numbered, kept and counted as a reminder; who owes nothing is passed over', async () => {
  const { version } = await server.ok(selectIssuer, {}, { as: clerk })
  await server.ok(updateIssuer, { issuerName: '子虚协会', accountName: null, bankName: '子虚银行', bankAccount: '62000001', contact: null, version }, { as: clerk })
  expect((await server.call(updateIssuer, { issuerName: '乌有协会', accountName: null, bankName: null, bankAccount: null, contact: null, version }, { as: clerk })).returnCode).toBe(CODE.conflict)
  const [late, clean] = [await world.member({ name: '子虚欠费股份有限公司' }), await world.member({ name: '子虚无欠股份有限公司' })]
  await world.bill(late, 2024, 2_000_000)
  await world.bill(late, 2025, 500_000)
  const template = await templateOf('dunning')
  expect((await issue(template?.templateId ?? '', [clean])).data).toMatchObject({ fields: [{ path: 'memberIds', message: '所选会员都不能出具催缴函：没有逾期未缴的会费' }] })
  const { data } = await issue(template?.templateId ?? '', [late, clean])
  expect(data).toMatchObject({ issued: 1, skipped: [{ memberName: '子虚无欠股份有限公司' }] })
  const { row, kept } = await saidOf(late)
  expect(row).toMatchObject({ letterKind: 'dunning', title: '会费催缴函', templateVersion: 1, letterNo: expect.stringMatching(/^WS\d+$/) })
  const text = JSON.stringify(kept?.said)
  for (const words of ['子虚欠费股份有限公司', '2024、2025', '25,000.00', '子虚银行', '62000001']) expect(text).toContain(words)
  expect(text).not.toContain('${')
  expect((await server.ok(dunning.list, { memberId: late }, { as: clerk })).items).toMatchObject([{ dunningWay: 'letter', unpaidTotal: 2_500_000, dunningNote: `催缴函 ${row?.letterNo}` }])

  // A template that changes later changes no letter that was issued.
  const before = await lettersPdf(kept ? [kept] : [], { compress: false })
  await server.ok(letterTemplate.update, { templateId: template?.templateId ?? '', version: 1, letterKind: 'dunning', templateName: '催缴函', title: '改过的标题', content: richOf('改过的 ${会员名称}'), withBills: false }, { as: clerk })
  await server.ok(updateIssuer, { issuerName: '乌有协会', accountName: null, bankName: null, bankAccount: null, contact: null, version: version + 1 }, { as: clerk })
  const { kept: later } = await saidOf(late)
  expect(later).toEqual(kept)
  expect(before?.equals((await lettersPdf(later ? [later] : [], { compress: false })) ?? Buffer.alloc(0))).toBe(true)
  await expect(sql`update letter set title = 'x' where letter_no = ${row?.letterNo ?? ''}`.execute(server.platform.db)).rejects.toThrow()
  expect((await server.call(downloadLetter, { letterId: row?.letterId ?? '' }, { as: await server.person({ permits: ['fee:letter:read'], scopes: { fee: 'self' } }) })).returnCode).toBe(CODE.notFound)
})

test('a variable that there is not is refused at its field, and a template out of use issues nothing', async () => {
  const fields = { letterKind: 'certificate' as const, templateName: '测试证书', title: '证书', content: richOf('${会员姓名}'), withBills: false }
  expect((await server.call(letterTemplate.insert, fields, { as: clerk })).data).toMatchObject({ fields: [{ path: 'content', message: expect.stringContaining('不认识的变量 ${会员姓名}') }] })
  const { templateId } = await server.ok(letterTemplate.insert, { ...fields, content: richOf('${会员名称}') }, { as: clerk })
  const memberId = await world.member()
  await server.ok(letterTemplate.change, { templateId, version: 1, verb: 'disable' }, { as: clerk })
  expect((await issue(templateId, [memberId])).data).toMatchObject({ fields: [{ path: 'templateId' }] })
  const withdrawal = (await templateOf('withdrawal'))?.templateId ?? ''
  expect((await issue(withdrawal, [memberId])).data).toMatchObject({ fields: [{ message: expect.stringContaining('没有退会与除名事项') }] })
  expect((await server.call(previewLetter, { templateId: withdrawal, memberId }, { as: clerk })).data).toMatchObject({ fields: [{ path: 'memberId' }] })
})

test('letters of many members make one print file, a page each, with progress; stopped, it makes none', async () => {
  const memberIds = await Promise.all(Array.from({ length: 25 }, () => world.member()))
  const template = await templateOf('certificate')
  const make = async () => (await server.ok(issueLetters, { templateId: template?.templateId ?? '', memberIds }, { as: clerk })).workId ?? ''
  const workId = await make()
  await printLetters({ workId }, server.platform)
  expect(await server.ok(selectWork, { workId }, { as: clerk })).toMatchObject({ workStatus: 'done', doneRows: 25, totalRows: 25 })
  const { rows } = await sql<{ ids: string[] }>`select array_agg(letter_id::text) as ids from letter where member_id = any(${memberIds}::bigint[])`.execute(server.platform.db)
  expect(pagesOf((await lettersPdf(await lettersOf(server.platform.db, rows[0]?.ids ?? []), { compress: false })) ?? Buffer.alloc(0))).toBe(25)
  expect((await server.call(downloadWorkFile, { workId }, { as: world.head })).returnCode).toBe(CODE.notFound)
  const stopped = await make()
  await sql`update work set work_status = 'cancelled' where work_id = ${stopped}::bigint`.execute(server.platform.db)
  await printLetters({ workId: stopped }, server.platform)
  expect(await server.ok(selectWork, { workId: stopped }, { as: clerk })).toMatchObject({ workStatus: 'cancelled', fileName: null })
})
