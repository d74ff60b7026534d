import { CODE } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { companyResource } from '@assoc/contract/member/company'
import { companyChange as contract, mergeCompanies, previewMerge, previewSplit, renameCompany, splitCompany } from '@assoc/contract/member/company-change'
import { selectCompanyParts } from '@assoc/contract/member/company-part'
import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import type { RequestOf } from '@assoc/contract'
import { sql } from 'kysely'
import { asOwner, startTestServer, type TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { feeWorld, type FeeWorld } from '../../fee/testing.repository'
import { buildCompanies, buildContact, buildMember } from '../membership/testing'
import { labelOfTable } from './labels'
import { referencesTo } from './references.repository'

let server: TestServer
let companies: string[]
let category: string
let world: FeeWorld
let next = 0
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 400)
  world = await feeWorld(server)
  category = world.categoryId
})
afterAll(() => server.stop())

const fresh = () => companies[next++] ?? ''
const read = (companyId: string) => server.ok(companyResource.read, { companyId })
const because = { effectiveDate: today(), reason: '董事会决议' }
const merge = async (companyId: string, intoId: string) => server.call(mergeCompanies, { companyId, version: (await read(companyId)).version, intoId, ...because })
const undo = async (changeId: string) => server.call(contract.change, { changeId, version: 1, verb: 'undo' })
const found = async (keyword: string) => (await server.ok(companyResource.list, { keyword })).items.map((c) => c.companyId)
const one = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(server.platform.db)).rows[0] as T
const money = () => one(sql<{ gross: string; paid: string; unpaid: string; payments: string; balance: string }>`select (select sum(gross_amount) from dues_bill) as gross, (select sum(paid_amount) from dues_bill) as paid,
  (select sum(unpaid_amount) from dues_bill) as unpaid, (select sum(amount) from payment) as payments, (select sum(balance) from member) as balance`)
/** All of the trade's rows but what an action only adds, for comparing before and after an undo. */
const everything = async () => {
  const { rows } = await sql<{ x: unknown }>`select to_jsonb(c) - '{version,update_time,update_by}'::text[] as x from company c union all select to_jsonb(p) - '{version,update_time}'::text[] from contact p
    union all select to_jsonb(m) - '{version,update_time}'::text[] from member m union all select to_jsonb(d) - '{version,update_time}'::text[] from demand d union all select to_jsonb(g) from company_gram g`.execute(server.platform.db)
  return rows.map((r) => JSON.stringify(r.x)).sort()
}

test('a new name and code: found by old and new, told in the log and on the page, and put back', async () => {
  const companyId = fresh()
  const before = await read(companyId)
  const { code } = await one(sql<{ code: string }>`select n::text as code from generate_series(605000, 605999) n where not exists (select 1 from company where stock_code = n::text) limit 1`)
  const form = { companyId, version: before.version, companyName: '北京更名之后股份有限公司', shortName: '更名之后', ...because }
  const { changeId } = await server.ok(renameCompany, { ...form, stockCode: code })
  expect(await read(companyId)).toMatchObject({ companyName: '北京更名之后股份有限公司', shortName: '更名之后', stockCode: code, board: 'shMain', exchange: 'sse', oldStockCode: before.stockCode })
  for (const word of ['更名之后', code, before.shortName, before.stockCode ?? '', before.companyName.slice(0, 4)]) expect(await found(word)).toContain(companyId)
  expect((await server.ok(companyResource.list, { stockCodes: [before.stockCode ?? ''] })).items.map((c) => c.companyId)).toEqual([companyId])
  // A change in the form keeps the former names findable.
  const { abilities: _a, updateTime: _t, listStatus: _l, oldStockCode: _o, formerNames: _f, deptName: _d, createTime: _c, csrcIndustryName: _ci, swIndustryName: _si, nameState: _n, ...fields } = await read(companyId)
  // The names of now stand beside what they typed; all else of the form is theirs.
  expect(await server.call(renameCompany, { ...form, companyName: '北京另改一名股份有限公司', version: 9 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { companyName: '北京更名之后股份有限公司', shortName: '更名之后', effectiveDate: today(), reason: '董事会决议', version: 2 } } })
  expect(await server.call(renameCompany, { ...form, version: 2 })).toMatchObject({ data: { fields: [{ path: 'companyName', message: '名称和证券代码都没有变化' }] } })
  expect(await server.call(renameCompany, { ...form, version: 2, effectiveDate: '2999-01-01' })).toMatchObject({ data: { fields: [{ path: 'effectiveDate' }] } })
  expect(await server.call(renameCompany, { ...form, version: 2, stockCode: '123456' })).toMatchObject({ data: { fields: [{ path: 'stockCode' }] } })
  expect((await server.ok(selectCompanyParts, { companyId })).find((p) => p.key === 'changes')).toMatchObject({ rows: [[today(), '更名', expect.stringContaining('全称由'), expect.any(String)]] })
  expect((await undo(changeId)).returnCode).toBe(CODE.ok)
  expect(await read(companyId)).toMatchObject({ companyName: before.companyName, shortName: before.shortName, stockCode: before.stockCode, oldStockCode: before.oldStockCode, board: before.board })
  expect(await found('更名之后')).toEqual([])

  const again = await server.ok(renameCompany, { ...form, version: (await read(companyId)).version })
  const now = await read(companyId)
  await server.ok(companyResource.update, { ...fields, stockCode: now.stockCode, board: now.board, exchange: now.exchange, companyName: now.companyName, shortName: now.shortName, version: now.version, legalRep: '甄变更' } as RequestOf<typeof companyResource.update>)
  expect(await found(before.shortName)).toContain(companyId)
  expect(await undo(again.changeId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('资料已有变化，不能撤销') })
})

async function mergingPair() {
  const [goneId, intoId] = [fresh(), fresh()]
  const { db } = server.platform
  const twin = async (companyId: string, mobile: string, more: object = {}) => {
    const { contactId } = await server.ok(contact.insert, { companyId, name: '甄重复', gender: 'female', postType: 'affairs', mobile, isPrimary: false, smsOptOut: false, emailOptOut: false, ...more } as RequestOf<typeof contact.insert>)
    expect((await server.call(contact.change, { contactId, version: 1, verb: 'confirm' })).returnCode).toBe(CODE.ok)
    return contactId
  }
  const mobile = String(19_900_200_000 + next)
  const [double, kept] = [await twin(goneId, mobile), await twin(intoId, mobile)]
  const chair = await twin(goneId, '19900000801', { postType: 'chairman', isPrimary: true })
  await twin(intoId, '19900000802', { postType: 'chairman', isPrimary: true })
  const plain = await buildContact(server, goneId)
  const memberId = await buildMember(server, { companyId: goneId, categoryId: category, representativeId: double, liaisonId: plain })
  await sql`insert into demand (demand_no, company_id, demand_type, professions, demand_count, deadline, description, contact_name, contact_mobile) values (${`XQ${goneId}`}, ${goneId}, 'other', array['law'], 1, '2027-01-01', '说明', '甄', '19900000000')`.execute(db)
  return { goneId, intoId, double, kept, chair, plain, memberId }
}

test('a merger brings everything over, keeps doubled people once, and the company is found by the other’s codes and names; sums stay', async () => {
  const { goneId, intoId, double, kept, chair, plain, memberId } = await mergingPair()
  await world.bill(memberId, 2025, 2_000_000)
  await world.bill(memberId, 2026, 3_000_000)
  await world.settle(await world.register(memberId, 2_500_000))
  const [gone, into, sums, before] = [await read(goneId), await read(intoId), await money(), await everything()]
  const seen = await server.ok(previewMerge, { companyId: goneId, intoId })
  expect(seen.obstacles).toEqual([])
  expect(seen.moved).toEqual(expect.arrayContaining([{ label: '联系人', count: 2 }, { label: '会员', count: 1 }, { label: '需求', count: 1 }, { label: '重复的联系人（只保留一条）', count: 1 }]))
  expect(await everything()).toEqual(before)

  const { data } = await merge(goneId, intoId)
  expect(await money()).toEqual(sums)
  expect((await server.call(companyResource.read, { companyId: goneId })).returnCode).toBe(CODE.notFound)
  expect((await read(intoId)).oldStockCode?.split(',')).toEqual(expect.arrayContaining([gone.stockCode]))
  for (const word of [gone.stockCode ?? '', gone.shortName, gone.companyName.slice(0, 4)]) expect(await found(word)).toContain(intoId)
  expect(await server.ok(memberResource.read, { memberId })).toMatchObject({ companyId: intoId, representativeId: kept, liaisonId: plain })
  expect((await server.call(contact.read, { contactId: double })).returnCode).toBe(CODE.notFound)
  expect(await server.ok(contact.read, { contactId: chair })).toMatchObject({ companyId: intoId, contactStatus: 'left', endDate: today(), isPrimary: false })
  const log = await server.platform.db.selectFrom('audit_log').select(['record_id', 'verb', 'title']).where('record_type', '=', 'company').where('path', '=', mergeCompanies.path).execute()
  expect(log).toEqual(expect.arrayContaining([{ record_id: goneId, verb: 'delete', title: '公司合并' }, { record_id: intoId, verb: 'update', title: '公司合并' }]))
  expect((await server.ok(contract.list, { companyId: intoId })).items[0]).toMatchObject({ companyName: into.companyName, otherName: gone.companyName, abilities: ['undo'] })

  expect((await undo(data.changeId)).returnCode).toBe(CODE.ok)
  expect(await everything()).toEqual(before)
  expect(await undo(data.changeId)).toMatchObject({ returnCode: CODE.conflict })
})

test('two standing members, or what can stand only once, are told before and refused; what changed since keeps a merger', async () => {
  const { goneId, intoId, plain } = await mergingPair()
  const other = await buildMember(server, { companyId: intoId, categoryId: category })
  expect((await server.ok(previewMerge, { companyId: goneId, intoId })).obstacles).toEqual([expect.stringContaining('都有在籍的会员')])
  expect(await merge(goneId, intoId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('会籍转移或退会') })
  await sql`update member set member_status = 'left' where member_id = ${other}`.execute(server.platform.db)
  await asOwner(server.platform.db, sql`create table lone_thing (thing_id bigint generated always as identity primary key, company_id bigint unique references company)`)
  await sql`insert into lone_thing (company_id) values (${goneId}), (${intoId})`.execute(server.platform.db)
  expect(await merge(goneId, intoId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: '双方有不能并存的「其他记录」，请先处理其中一方' })
  await asOwner(server.platform.db, sql`drop table lone_thing`)
  expect(await merge(goneId, goneId)).toMatchObject({ data: { fields: [{ path: 'intoId' }] } })
  const { data } = await merge(goneId, intoId)
  const person = await server.ok(contact.read, { contactId: plain })
  await server.ok(contact.change, { contactId: plain, version: person.version, verb: 'leave' })
  expect(await undo(data.changeId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: '办理之后转入的「联系人」已有变化，不能撤销' })
})

test('every table that refers to a company goes over, also one that nobody knew of; each has a key by which it comes back, and a name', async () => {
  const { db } = server.platform
  await asOwner(db, sql`create table later_thing (thing_id bigint generated always as identity primary key, company_id bigint references company, second_id bigint references company, version int not null default 1)`)
  const references = await referencesTo(db, 'company')
  expect(references.map((r) => `${r.table}.${r.column}`)).toEqual(expect.arrayContaining(['contact.company_id', 'member.company_id', 'demand.company_id', 'company_report.company_id', 'stock_list_row.company_id', 'member_transfer.to_company_id', 'later_thing.company_id', 'later_thing.second_id']))
  expect(references.filter((r) => r.id === null)).toEqual([])
  expect([...references, ...(await referencesTo(db, 'contact'))].filter((r) => r.table !== 'later_thing' && labelOfTable(r.table) === '其他记录').map((r) => r.table)).toEqual([])

  const [goneId, intoId] = [fresh(), fresh()]
  await sql`insert into later_thing (company_id, second_id) values (${goneId}, ${goneId}), (${goneId}, ${intoId})`.execute(db)
  const { data } = await merge(goneId, intoId)
  for (const { table, column } of references) expect(await one(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${goneId}`)).toEqual({ n: 0 })
  expect((await undo(data.changeId)).returnCode).toBe(CODE.ok)
  expect(await one(sql<{ a: number; b: number }>`select count(*) filter (where company_id = ${goneId})::int as a, count(*) filter (where second_id = ${goneId})::int as b from later_thing`)).toEqual({ a: 2, b: 1 })
  await asOwner(db, sql`drop table later_thing`)
})

test('two mergers of one company at once, crossing ones too: one goes through; control: without the lock both would find it', async () => {
  const [a, b, c] = [fresh(), fresh(), fresh()]
  const version = (await read(a)).version
  const at = (companyId: string, intoId: string) => server.call(mergeCompanies, { companyId, version, intoId, ...because })
  const answers = await Promise.all([at(a, b), at(a, c)])
  expect(answers.filter((x) => x.returnCode === CODE.ok)).toHaveLength(1)
  const [d, e] = [fresh(), fresh()]
  const crossed = await Promise.all([at(d, e), at(e, d)])
  expect(crossed.filter((x) => x.returnCode === CODE.ok)).toHaveLength(1)
  // The control: two transactions that only look both see the company standing.
  const f = fresh()
  let looked = 0
  const seen = await Promise.all([1, 2].map(() => server.platform.db.transaction().execute(async (tx) => {
    const there = (await sql`select 1 from company where company_id = ${f} and not deleted`.execute(tx)).rows.length
    looked += 1
    while (looked < 2) await new Promise((r) => setTimeout(r, 5))
    return there
  })))
  expect(seen).toEqual([1, 1])
})

test('a split: a new company with the people that are named; not with a representative; taken back while it is as it was made', async () => {
  const companyId = fresh()
  const [moves, stays] = [await buildContact(server, companyId), await buildContact(server, companyId)]
  await buildMember(server, { companyId, categoryId: category, representativeId: stays })
  const { version, jurisdiction, companyType } = await read(companyId)
  const form = (contactIds: string[], at = version) => ({ companyId, version: at, companyName: '子虚分立有限公司', shortName: '子虚分立', creditCode: demoCompany(700).credit_code ?? '', contactIds, remark: null, ...because })
  expect(await server.call(splitCompany, form([stays]))).toMatchObject({ data: { fields: [{ path: 'contactIds', message: expect.stringContaining('会员代表或联络员') }] } })
  expect(await server.call(splitCompany, form([await buildContact(server, fresh())]))).toMatchObject({ data: { fields: [{ path: 'contactIds' }] } })
  expect((await server.ok(previewSplit, { companyId, contactIds: [stays] })).obstacles).toEqual([expect.stringContaining('会员代表或联络员')])
  const preview = await server.ok(previewSplit, { companyId, contactIds: [moves] })
  expect(preview).toEqual({ moved: [{ label: '联系人', count: 1 }], kept: expect.arrayContaining([{ label: '会员', count: 1 }, { label: '联系人', count: 1 }]) as unknown, obstacles: [] })
  const { changeId, companyId: made } = await server.ok(splitCompany, form([moves]))
  expect(await read(made)).toMatchObject({ companyName: '子虚分立有限公司', companyType: companyType === 'listed' ? 'other' : companyType, jurisdiction, listStatus: 'unlisted' })
  expect((await server.ok(contact.read, { contactId: moves })).companyId).toBe(made)
  expect(await server.call(splitCompany, form([], (await read(companyId)).version))).toMatchObject({ data: { fields: [{ path: 'creditCode' }] } })
  const added = await buildContact(server, made)
  expect(await undo(changeId)).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('新公司已有「联系人」') })
  await sql`delete from contact where contact_id = ${added}`.execute(server.platform.db)
  expect((await undo(changeId)).returnCode).toBe(CODE.ok)
  expect((await server.ok(contact.read, { contactId: moves })).companyId).toBe(companyId)
  expect((await server.call(companyResource.read, { companyId: made })).returnCode).toBe(CODE.notFound)
})

test('who may change a company does not reshape it', async () => {
  const companyId = fresh()
  const clerk = await server.person({ permits: ['member:company:read', 'member:company:update'], scopes: { member: 'all' } })
  expect((await server.call(renameCompany, { companyId, version: 1, companyName: '甲乙丙丁', shortName: '甲乙', ...because }, { as: clerk })).returnCode).toBe(CODE.forbidden)
})

test('whoever leaves with a merger represents its member no longer, and does again when it is taken back', async () => {
  const { goneId, intoId, chair, plain, memberId } = await mergingPair()
  const { version, categoryId, joinDate, founderFlag } = await server.ok(memberResource.read, { memberId })
  await server.ok(memberResource.update, { memberId, version, memberKind: 'company', companyId: goneId, categoryId, joinDate, founderFlag, representativeId: chair, liaisonId: plain })
  const before = await everything()
  expect((await server.ok(previewMerge, { companyId: goneId, intoId })).moved).toContainEqual({ label: '会员代表或联络员因此空缺的会员', count: 1 })
  const { data } = await merge(goneId, intoId)
  expect(await server.ok(memberResource.read, { memberId })).toMatchObject({ companyId: intoId, representativeId: null, liaisonId: plain })
  expect((await undo(data.changeId)).returnCode).toBe(CODE.ok)
  expect(await everything()).toEqual(before)
})
