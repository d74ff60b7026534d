import { CODE } from '@assoc/contract'
import { contact } from '@assoc/contract/member/contact'
import { feeStandard } from '@assoc/contract/fee/standard'
import { deletedMember, findMembers, memberResource, restoreMember } from '@assoc/contract/member/member'
import { selectMemberStat } from '@assoc/contract/member/statistics'
import { memberTransfer } from '@assoc/contract/member/transfer'
import { memberWithdraw } from '@assoc/contract/member/withdraw'
import { sql } from 'kysely'
import { asOwner, startTestServer, vacuumed, type TestServer } from '../../../../test/harness'
import { insertInBulk } from '../../../../test/many-rows'
import { explainRows } from '../../../platform/resource/rows.repository'
import { standardForm } from '../../fee/testing.repository'
import { membership } from '.'
import { buildCategory, buildCompanies, buildContact, buildIndividual, buildMember, buildPerson, memberFields } from './testing'

let server: TestServer
let companies: string[]
let plain: string
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 600)
  plain = await buildCategory(server)
})
afterAll(() => server.stop())

const read = (memberId: string) => server.ok(memberResource.read, { memberId })
const wrong = async (fields: object) => {
  const answer = await server.call(memberResource.insert, { ...memberFields({ categoryId: plain }), ...fields })
  return answer.returnCode === CODE.input ? (answer.data as unknown as { fields: { path: string; message: string }[] }).fields.map((f) => `${f.path} ${f.message}`) : [answer.returnCode]
}
const rowsOf = async (personId: string) => (await sql<{ n: number }>`select count(*)::int as n from member where person_id = ${personId} and not deleted`.execute(server.platform.db)).rows[0]?.n

test('a person of the pool becomes a member under their own name; what belongs to companies is stored empty', async () => {
  const personId = await buildPerson(server, { name: '甄望舒' })
  const memberId = await buildIndividual(server, { personId, categoryId: plain, companyId: companies[0] ?? null, joinDate: '2018-04-05' })
  expect(await read(memberId)).toMatchObject({ memberKind: 'person', personId, companyId: null, memberName: '甄望舒', companyName: null, stockCode: null, memberNo: 'M201800001', representativeId: null })
  expect(await server.ok(findMembers, { keyword: '望舒' })).toMatchObject([{ memberId, memberName: '甄望舒' }])
  for (const filters of [{ keyword: '甄望' }, { keyword: 'M201800001' }, { memberKind: 'person' as const }]) expect((await server.ok(memberResource.list, filters)).items.map((m) => m.memberId)).toEqual([memberId])
  expect((await server.ok(memberResource.list, { missing: 'any' })).items.map((m) => m.memberId)).not.toContain(memberId)
})

test('each kind asks for its own; who was not taken into the pool is refused; nobody is two members', async () => {
  const personId = await buildPerson(server)
  expect(await wrong({ memberKind: 'person' })).toEqual(['personId 请选择个人'])
  expect(await wrong({ memberKind: 'company', personId })).toEqual(['companyId 请选择所属公司'])
  expect(await wrong({ memberKind: 'person', personId: await buildPerson(server, { status: 'pending' }) })).toEqual(['personId 只能选择已入库的人员，请先在“独立董事用户审核”中办理入库'])
  expect(await wrong({ memberKind: 'person', personId: '999999' })).toEqual([CODE.notFound])
  const memberId = await buildIndividual(server, { personId, categoryId: plain })
  expect(await wrong({ memberKind: 'person', personId })).toEqual(['personId 该人员已有在籍的个人会籍'])
  const own = { memberId, version: 1, ...memberFields({ categoryId: plain, memberKind: 'person' as const, personId }) }
  expect(await server.call(memberResource.update, { ...own, personId: await buildPerson(server) })).toMatchObject({ data: { fields: [{ path: 'personId' }] } })
  expect(await server.call(memberResource.update, { ...own, memberKind: 'company', companyId: companies[1] ?? '' })).toMatchObject({ data: { fields: [{ path: 'memberKind', message: '会员性质登记后不能修改' }] } })
  await server.ok(memberResource.update, { ...own, certNo: 'GR-1' })
  expect(await read(memberId)).toMatchObject({ certNo: 'GR-1', personId })
})

test('ten at once for one person: one membership; control: without the index ten', async () => {
  const { db } = server.platform
  const personId = await buildPerson(server)
  const ten = () => Promise.all(Array.from({ length: 10 }, () => server.call(memberResource.insert, memberFields({ categoryId: plain, memberKind: 'person', personId }))))
  expect((await ten()).filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(await rowsOf(personId)).toBe(1)
  await asOwner(db, sql`drop index member_person_standing_unique`)
  await ten()
  expect(await rowsOf(personId)).toBe(11)
  await sql`delete from member where person_id = ${personId}`.execute(db)
  await asOwner(db, sql`create unique index member_person_standing_unique on member (person_id) where not deleted and member_status in ('normal', 'suspended', 'leaving')`)
})

test('the table itself holds one of the two, whatever writes it', async () => {
  const { db } = server.platform
  const personId = await buildPerson(server)
  const write = (kind: string, company: string | null, person: string | null) =>
    sql`insert into member (member_no, member_kind, company_id, person_id, category_id, join_date) values ('X1', ${kind}, ${company}::bigint, ${person}::bigint, ${plain}, '2020-01-01')`.execute(db)
  for (const [kind, company, person] of [['company', null, null], ['company', companies[2], personId], ['person', null, null], ['person', companies[2], personId]] as const) {
    await expect(write(kind, company ?? null, person)).rejects.toThrow('member_party')
  }
})

test('an individual is deleted and comes back, unless the person is a member again', async () => {
  const personId = await buildPerson(server, { name: '贾南柯' })
  const memberId = await buildIndividual(server, { personId, categoryId: plain })
  await server.ok(memberResource.remove, { memberId, version: 1 })
  expect((await server.ok(deletedMember.list, { keyword: '南柯' })).items).toMatchObject([{ memberId, memberName: '贾南柯' }])
  const again = await buildIndividual(server, { personId, categoryId: plain })
  expect(await server.call(restoreMember, { memberId, version: 2 })).toMatchObject({ data: { fields: [{ path: 'personId' }] } })
  await server.ok(memberResource.remove, { memberId: again, version: 1 })
  await server.ok(restoreMember, { memberId, version: 2 })
  expect((await read(memberId)).memberName).toBe('贾南柯')
})

test('a category whose dues go by shares is none for an individual, from either side', async () => {
  const { db } = server.platform
  const banded = await buildCategory(server)
  await sql`insert into fee_standard (standard_name, category_id, share_to, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
    values ('一亿股以下', ${banded}, 10000, 100, 2020, '决议', '2019-11-01', 90, 80, 70, 'active')`.execute(db)
  const personId = await buildPerson(server)
  expect(await wrong({ memberKind: 'person', personId, categoryId: banded })).toEqual(['categoryId 该类别的会费标准按总股本分档，个人会员没有总股本，请选择其他类别'])
  const memberId = await buildIndividual(server, { personId, categoryId: plain })
  const moved = await server.call(memberResource.update, { memberId, version: 1, ...memberFields({ memberKind: 'person', personId, categoryId: banded }) })
  expect(moved).toMatchObject({ data: { fields: [{ path: 'categoryId' }] } })
  const transfer = { memberId, effectiveDate: '2026-01-01', carryBalance: false, proofFiles: [], remark: null }
  expect(await server.call(memberTransfer.insert, { ...transfer, transferType: 'category', toCategoryId: banded } as never)).not.toMatchObject({ returnCode: CODE.ok })
  const { standardId } = await server.ok(feeStandard.insert, standardForm(plain, { shareFrom: '10000', effectiveYear: 2026 }))
  await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
  const head = await server.person({ permits: ['fee:standard:read', 'fee:standard:enact'] })
  expect(await server.call(feeStandard.change, { standardId, version: 2, verb: 'enact' }, { as: head })).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringMatching(/^该类别有 \d+ 名在籍的个人会员/) })
})

test('an individual leaves by a case as a company does, and may join anew', async () => {
  const personId = await buildPerson(server, { name: '梅如是' })
  const memberId = await buildIndividual(server, { personId, categoryId: plain })
  const dissolved = { memberId, withdrawType: 'dissolved', reason: '主体已注销', certReturned: false, decisionNo: null, applyLetter: [], remark: null }
  expect(await server.call(memberWithdraw.insert, dissolved as never)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'withdrawType', message: '个人会员没有主体注销，请选择其他终止类型' }] } })
  const { withdrawId } = await server.ok(memberWithdraw.insert, { memberId, withdrawType: 'expelled', reason: '严重违反章程', certReturned: false, decisionNo: '协字〔2026〕9号', applyLetter: [], remark: null } as never)
  expect(await server.ok(memberWithdraw.read, { withdrawId })).toMatchObject({ memberName: '梅如是', companyName: '梅如是' })
  await server.ok(memberWithdraw.change, { withdrawId, version: 1, verb: 'accept' })
  const decider = await server.person({ permits: ['member:withdraw:read', 'member:withdraw:decide'], scopes: { member: 'all' } })
  await server.ok(memberWithdraw.change, { withdrawId, version: 2, verb: 'decide' }, { as: decider })
  expect((await read(memberId)).memberStatus).toBe('expelled')
  expect(await buildIndividual(server, { personId, categoryId: plain })).not.toBe(memberId)
})

test('contacts of companies without arrears are still found beside an individual who owes; figures tell the kinds apart', async () => {
  const { db } = server.platform
  const memberId = await buildIndividual(server, { personId: await buildPerson(server), categoryId: plain })
  await buildMember(server, { companyId: companies[3] ?? '', categoryId: plain })
  await sql`insert into dues_bill (bill_no, member_id, bill_year, source, gross_amount, due_date) values ('HFX', ${memberId}, 2021, 'imported', 100, '2021-05-31')`.execute(db)
  const contactId = await buildContact(server, companies[3] ?? '')
  expect((await server.ok(contact.list, { inArrears: 'no' })).items.map((c) => c.contactId)).toEqual([contactId])
  expect((await server.ok(contact.list, { inArrears: 'yes' })).total).toBe(0)
  expect((await server.ok(memberResource.list, { inArrears: 'yes' })).items.map((m) => m.memberId)).toEqual([memberId])
  const stat = await server.ok(selectMemberStat, {})
  const standing = await sql<{ n: number }>`select count(*)::int as n from member where member_kind = 'person' and not deleted and member_status in ('normal', 'suspended', 'leaving')`.execute(db)
  expect(stat.byKind).toMatchObject([{ key: 'company', count: 1 }, { key: 'person', count: standing.rows[0]?.n, link: expect.stringContaining('memberKind=person') }])
  expect(stat.byJurisdiction.reduce((sum, slice) => sum + slice.count, 0)).toBe(1)
})

test('by kind and by a person’s name no path reads 100,000 members through', async () => {
  const { db, sessions } = server.platform
  const personId = await buildPerson(server, { name: '艾无涯' })
  await insertInBulk(db, ['member'], sql`insert into member (member_no, member_kind, company_id, person_id, category_id, join_date, member_status, update_time)
    select 'M199' || lpad(n::text, 6, '0'), case when n % 100 = 0 then 'person' else 'company' end, case when n % 100 > 0 then ${companies[0] ?? ''}::bigint + n % 600 end, case when n % 100 = 0 then ${personId}::bigint end,
      ${plain}, '1990-01-01', 'left', now() - n * interval '1 minute' from generate_series(1, 100000) n`)
  await vacuumed(db, 'member', 'director_user', 'company')
  const principal = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const filters of [{ memberKind: 'person' }, { keyword: '无涯' }, { keyword: '艾无涯' }]) {
    expect(await explainRows(db, membership.runtime, principal, { filters })).not.toMatch(/Seq Scan on member [tm]/)
  }
})
