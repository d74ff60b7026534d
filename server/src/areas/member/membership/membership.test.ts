import { CODE } from '@assoc/contract'
import { countMembers } from '@assoc/contract/member/home'
import { CASE_VERBS, deletedMember, findMembers, memberResource, restoreMember } from '@assoc/contract/member/member'
import { memberCategory } from '@assoc/contract/member/category'
import { sql } from 'kysely'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { refuse } from '../../../platform/errors'
import { demoCompany } from '../company/demo-rows'
import { beforeDeletingMember, onMemberJoined, type Joined } from './hooks'
import { standingIn } from './repository'
import { buildCategory, buildCompanies, buildContact, buildMember, buildPerson, memberFields } from './testing'
import { writeWorkbook, type CellValue } from '../../../platform/excel/excel'

let server: TestServer
let companies: string[]
let plain: string
let next = 0
const joined: Joined[] = []
let billed = ''
onMemberJoined(async (_action, member) => void joined.push(member))
beforeDeletingMember(async (_db, memberId) => {
  if (memberId === billed) throw refuse.inUse('该会员已有账单，不能删除')
})

beforeAll(async () => {
  server = await startTestServer()
  companies = await buildCompanies(server, 600)
  plain = await buildCategory(server)
})
afterAll(() => server.stop())

const fresh = () => companies[next++] ?? ''
const made = (given: Partial<Parameters<typeof memberFields>[0]> = {}) => buildMember(server, { companyId: fresh(), categoryId: plain, ...given })
const read = (memberId: string) => server.ok(memberResource.read, { memberId })
const refusedAt = (path: string) => ({ returnCode: CODE.input, data: { fields: [{ path }] } })

test('a member gets the next number of its year, names of its company, and what follows in the same transaction', async () => {
  const companyId = fresh()
  const [representativeId, liaisonId] = [await buildContact(server, companyId), await buildContact(server, companyId)]
  const memberId = await made({ companyId, representativeId, liaisonId, joinDate: '2019-05-06' })
  const second = await made({ joinDate: '2019-01-01' })
  expect(await read(memberId)).toMatchObject({ memberNo: 'M201900001', memberName: demoCompany(0).short_name, stockCode: demoCompany(0).stock_code, representativeName: '甄样本', balance: 0, memberStatus: 'normal', abilities: ['update', 'suspend', 'delete'] })
  expect((await read(second)).memberNo).toBe('M201900002')
  expect(joined[0]).toEqual({ memberId, companyId, categoryId: plain, joinDate: '2019-05-06' })
  expect(await server.call(memberResource.insert, memberFields({ companyId, categoryId: plain }))).toMatchObject(refusedAt('companyId'))
  // The number of what was refused is given to the next.
  expect((await read(await made({ joinDate: '2023-01-01' }))).memberNo).toBe('M202300001')
})

test('representative and liaison serve at the same company; nobody joins tomorrow; a company stays; a certificate is one member’s', async () => {
  const other = await buildContact(server, companies[500] ?? '')
  const fields = memberFields({ companyId: fresh(), categoryId: plain })
  expect(await server.call(memberResource.insert, { ...fields, representativeId: other, liaisonId: other })).toMatchObject({ data: { fields: [{ path: 'representativeId' }, { path: 'liaisonId' }] } })
  expect(await server.call(memberResource.insert, { ...fields, joinDate: '2999-01-01' })).toMatchObject(refusedAt('joinDate'))
  const memberId = await made({ certNo: 'ZS-1' })
  expect(await server.call(memberResource.insert, { ...fields, certNo: 'ZS-1' })).toMatchObject(refusedAt('certNo'))
  expect(await server.call(memberResource.update, { memberId, version: 1, ...fields })).toMatchObject(refusedAt('companyId'))
})

test('people suspend and resume with a reason; what only a case may do is refused with its sentence', async () => {
  const memberId = await made()
  expect(await server.call(memberResource.change, { memberId, version: 1, verb: 'suspend' })).toMatchObject(refusedAt('reason'))
  await server.ok(memberResource.change, { memberId, version: 1, verb: 'suspend', reason: '连续两年未缴会费' })
  expect((await read(memberId)).abilities).toEqual(['update', 'resume'])
  expect(await server.call(memberResource.remove, { memberId, version: 2 })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('只能删除正常的会员') })
  for (const verb of CASE_VERBS) {
    const answer = await server.call(memberResource.change, { memberId, version: 2, verb, reason: '试一试' })
    expect([CODE.forbidden, CODE.badTransition]).toContain(answer.returnCode)
  }
  expect(await server.call(memberResource.change, { memberId, version: 2, verb: 'expel', reason: '试一试' })).toMatchObject({ returnMessage: expect.stringContaining('退会与除名') })
  // Nobody is in good standing whom nobody represents.
  const resume = { memberId, version: 2, verb: 'resume', reason: '已补缴' }
  expect(await server.call(memberResource.change, resume)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('还没有会员代表') })
  const { companyId } = await read(memberId)
  await sql`update member set representative_id = ${await buildContact(server, companyId ?? '')}::bigint where member_id = ${memberId}`.execute(server.platform.db)
  await server.ok(memberResource.change, resume)
  const log = await server.platform.db.selectFrom('audit_log').select(['verb', 'reason']).where('record_type', '=', 'member').where('record_id', '=', memberId).orderBy('audit_id').execute()
  expect(log.map((l) => l.verb)).toEqual(['insert', 'suspend', 'resume'])
})

test('ten at once for three places: three get them; control: counted without the lock more do', async () => {
  const quota = await buildCategory(server, 3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(memberResource.insert, memberFields({ companyId: fresh(), categoryId: quota }))))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(3)
  expect(answers.find((a) => a.returnCode !== CODE.ok)).toMatchObject(refusedAt('categoryId'))
  expect((await server.ok(memberCategory.read, { categoryId: quota })).memberCount).toBe(3)
  const memberId = await made()
  const { version } = await read(memberId)
  expect(await server.call(memberResource.update, { memberId, version, ...memberFields({ companyId: (await read(memberId)).companyId, categoryId: quota }) })).toMatchObject(refusedAt('categoryId'))

  const careless = await buildCategory(server, 3)
  const { db } = server.platform
  const all: Promise<void>[] = []
  let counted = 0
  for (let i = 0; i < 5; i++) {
    const companyId = fresh()
    all.push(
      db.transaction().execute(async (tx) => {
        const free = (await standingIn(tx, careless, null)) < 3
        counted += 1
        while (counted < 5) await new Promise((r) => setTimeout(r, 5))
        if (free) await sql`insert into member (member_no, company_id, category_id, join_date) values (${`C${i}`}, ${companyId}, ${careless}, '2020-01-01')`.execute(tx)
      }),
    )
  }
  await Promise.all(all)
  expect((await server.ok(memberCategory.read, { categoryId: careless })).memberCount).toBeGreaterThan(3)
})

test('a category that is disabled takes nobody, also when both happen at once', async () => {
  const categoryId = await buildCategory(server)
  const [join, disable] = await Promise.all([
    server.call(memberResource.insert, memberFields({ companyId: fresh(), categoryId })),
    server.call(memberCategory.change, { categoryId, version: 1, verb: 'disable' }),
  ])
  expect([join.returnCode, disable.returnCode].filter((c) => c === CODE.ok)).toHaveLength(1)
})

test('deleting puts a member in the bin unless another area forbids it; it comes back while its place is free', async () => {
  const memberId = await made({ joinDate: '2018-01-01' })
  const { companyId, memberNo } = await read(memberId)
  billed = memberId
  expect(await server.call(memberResource.remove, { memberId, version: 1 })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该会员已有账单，不能删除' })
  billed = ''
  await server.ok(memberResource.remove, { memberId, version: 1 })
  expect((await server.call(memberResource.read, { memberId })).returnCode).toBe(CODE.notFound)
  expect((await server.ok(memberResource.list, { keyword: memberNo })).total).toBe(0)
  const bin = await server.ok(deletedMember.list, { keyword: memberNo })
  expect(bin.items).toMatchObject([{ memberId, memberNo, deletedBy: expect.any(String), deleteTime: expect.any(String), memberStatus: 'normal' }])
  const again = await buildMember(server, { companyId, categoryId: plain })
  expect(await server.call(restoreMember, { memberId, version: 2 })).toMatchObject(refusedAt('companyId'))
  await server.ok(memberResource.remove, { memberId: again, version: 1 })
  expect((await server.call(restoreMember, { memberId, version: 1 })).returnCode).toBe(CODE.conflict)
  await server.ok(restoreMember, { memberId, version: 2 })
  expect(await read(memberId)).toMatchObject({ memberNo, memberStatus: 'normal', version: 3 })
  expect((await server.call(restoreMember, { memberId, version: 3 })).returnCode).toBe(CODE.notFound)
})

test('found by number, company, code and place; pickers and numbers of the home page keep to the data scope', async () => {
  const companyId = companies[550] ?? ''
  const memberId = await made({ companyId, joinDate: '2017-02-03' })
  const [row] = (await server.ok(memberResource.list, { keyword: 'M2017' })).items
  expect(row?.memberId).toBe(memberId)
  for (const keyword of ['201700001', demoCompany(550).stock_code, demoCompany(550).short_name]) expect((await server.ok(memberResource.list, { keyword })).total).toBe(1)
  expect((await server.ok(memberResource.list, { jurisdiction: demoCompany(550).jurisdiction as '北京', joinDateFrom: '2017-02-03', joinDateTo: '2017-02-03' })).total).toBe(1)
  expect((await server.ok(memberResource.list, { arrearsYearsMin: 1 })).total).toBe(0)
  expect(await server.ok(findMembers, { keyword: 'm2017' })).toEqual([{ memberId, memberNo: 'M201700001', memberName: demoCompany(550).short_name, categoryId: plain }])
  expect((await server.ok(countMembers, {}))[0]).toMatchObject({ label: '正常', value: expect.any(Number), link: '/go/member/MemberList?memberStatus=normal' })
  const stranger = await server.person({ permits: ['member:member:read'], scopes: { member: 'self' } })
  expect(await server.ok(findMembers, {}, { as: stranger })).toEqual([])
  expect((await server.ok(countMembers, {}, { as: stranger })).map((c) => c.value)).toEqual([0, 0, 0])
  expect((await server.call(memberResource.read, { memberId }, { as: stranger })).returnCode).toBe(CODE.notFound)
})

const checkFile = async (header: string[], rows: CellValue[][]) =>
  (await server.upload(memberResource.importCheck, {}, { name: '会员.xlsx', bytes: await writeWorkbook([{ name: '会员', header: ['会员名册'], rows: [header, ...rows] }]) })).data

test('members come from a file as people keep it: companies by short name, code or full name, people by name at that company', async () => {
  const [first, second, third] = [580, 581, 582].map((n) => ({ ...demoCompany(n), companyId: companies[n] ?? '' }))
  if (!first || !second || !third) throw new Error('no companies')
  const representativeId = await buildContact(server, first.companyId)
  await buildContact(server, second.companyId)
  const personName = '惠个人'
  const personId = await buildPerson(server, { name: personName })
  const { categoryName } = (await server.ok(memberCategory.list, { pageSize: 200 })).items.find((c) => c.categoryId === plain) ?? { categoryName: '' }
  const header = ['会员名称', '会员类别', '入会时间', '会员代表', '是否发起人']
  const checked = await checkFile(header, [
    [first.short_name, categoryName, '2017年6月', '甄样本', '√'],
    [second.stock_code ?? '', categoryName, '18年3月5日', '没有此人', null],
    [personName, categoryName, '２０２０．１．２', null, null],
    ['没有的公司', categoryName, '2020-01-01', null, null],
    [third.company_name, '没有的类别', '昨天', null, null],
  ])
  expect(checked?.problems.map(({ row, messages }) => [row, messages.join('；')])).toEqual([
    [4, '会员代表「没有此人」不存在'],
    [6, expect.stringContaining('所属公司「没有的公司」不存在')],
    [7, expect.stringMatching(/会员类别「没有的类别」不存在.*入会日期须为日期/)],
  ])
  expect(await server.ok(memberResource.importWrite, { importId: checked?.importId ?? '', mode: 'good' })).toMatchObject({ written: 2 })
  const [member] = (await server.ok(memberResource.list, { companyId: first.companyId })).items
  expect(member).toMatchObject({ memberKind: 'company', representativeId, joinDate: '2017-06-01', founderFlag: true, memberStatus: 'normal' })
  expect(member?.memberNo).toMatch(/^M2017/)
  expect((await server.ok(memberResource.list, { personId })).items).toMatchObject([{ memberKind: 'person', companyId: null, joinDate: '2020-01-02', founderFlag: false }])
  // Twice the same company is refused at the second row, before anything is written.
  expect((await checkFile(header, [[third.short_name, categoryName, '2020-01-01', null, null], [third.stock_code ?? '', categoryName, '2020-01-01', null, null]]))?.problems).toMatchObject([{ row: 4, messages: ['该公司已有在籍的会员'] }])
})
