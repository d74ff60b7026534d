import { CODE, type FileItem, type RequestOf } from '@assoc/contract'
import { changeRequest as contract, findChangeTargets, selectChangeFields, selectChangeTarget } from '@assoc/contract/member/change-request'
import { companyResource } from '@assoc/contract/member/company'
import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { demoCompany } from '../company/demo-rows'
import { buildCategory, buildCompanies, buildContact, buildMember } from '../membership/testing'

const READS = ['member:company:read', 'member:contact:read', 'member:member:read', 'invoice:head:read', 'director:user:read']
let server: TestServer
let companies: string[]
let clerk: Session
let head: Session
let next = 0
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  companies = await buildCompanies(server, 200)
  const permits = ['director:change:read', 'director:change:insert', 'director:change:audit', ...READS]
  clerk = await server.person({ permits, scopes: { director: 'all', member: 'all' } })
  // Who checks need not be able to see or change the records themselves.
  head = await server.person({ permits: ['director:change:read', 'director:change:audit'], scopes: { director: 'all' } })
})
afterAll(() => server.stop())

const fresh = () => companies[next++] ?? ''
type Form = RequestOf<typeof contract.insert>
const ask = (targetId: string, fieldName: string, newValue: string, more: Partial<Form> = {}, as = clerk) => server.call(contract.insert, { targetType: 'company', targetId, fieldName, newValue, proofFiles: [], remark: null, ...more }, { as })
const asked = async (...given: Parameters<typeof ask>) => {
  const answer = await ask(...given)
  expect(answer.returnCode).toBe(CODE.ok)
  return answer.data.changeId
}
const step = async (changeId: string, verb: string, as = head, reason: string | null = null) => server.call(contract.change, { changeId, version: (await server.ok(contract.read, { changeId }, { as })).version, verb, reason }, { as })
const read = (changeId: string) => server.ok(contract.read, { changeId }, { as: head })
const paper = async () => (await server.upload(uploadFile, { purpose: 'changeRequest.proofFiles' }, { name: '证明.pdf', bytes: Buffer.from(`%PDF-1.7 ${next++}`) }, clerk)).data as FileItem
const refusedAt = (path: string, message = '') => ({ returnCode: CODE.input, data: { fields: [{ path, message: expect.stringContaining(message) }] } })

test('kinds that are registered are offered with their fields; records are found within the person’s scope', async () => {
  const offered = await server.ok(selectChangeFields, {}, { as: clerk })
  expect(offered.map((t) => [t.targetType, t.fields.filter((f) => f.proof).map((f) => f.label)])).toEqual([['company', ['公司全称', '证券代码', '统一社会信用代码']], ['contact', []], ['representative', ['会员代表']], ['invoiceHead', ['发票抬头', '纳税人识别号']], ['director', ['姓名']]])
  const companyId = fresh()
  const name = demoCompany(0).short_name
  expect(await server.ok(findChangeTargets, { targetType: 'company', keyword: name }, { as: clerk })).toEqual([{ targetId: companyId, name: expect.stringContaining(name) }])
  const stranger = await server.person({ permits: ['director:change:insert', 'director:change:read', ...READS], scopes: { director: 'all', member: 'self' } })
  expect(await server.ok(findChangeTargets, { targetType: 'company', keyword: name }, { as: stranger })).toEqual([])
  expect((await ask(companyId, 'officeAddress', '虚构路 1 号', {}, stranger)).returnCode).toBe(CODE.notFound)
  expect(await server.ok(findChangeTargets, { targetType: 'director', keyword: '' }, { as: clerk })).toEqual([])
})

test('passing writes the company by its own rules, in the same transaction, and keeps what stood there', async () => {
  const companyId = fresh()
  const before = await server.ok(companyResource.read, { companyId })
  const changeId = await asked(companyId, 'officeAddress', ' 虚构路 1 号 ')
  expect(await read(changeId)).toMatchObject({ changeNo: expect.stringMatching(/^BG\d{12}$/), fieldLabel: '办公地址', oldText: before.officeAddress, newText: '虚构路 1 号', newValue: '虚构路 1 号', changeStatus: 'pending', abilities: ['pass', 'reject'] })
  expect(await ask(companyId, 'officeAddress', '虚构路 2 号')).toMatchObject(refusedAt('fieldName', '已有待审核'))
  expect(await step(changeId, 'pass', clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“通过”须由其他人办理' })
  expect(await step(changeId, 'reject')).toMatchObject(refusedAt('reason'))
  expect((await step(changeId, 'pass')).returnCode).toBe(CODE.ok)
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ officeAddress: '虚构路 1 号', version: before.version + 1 })
  const log = await server.platform.db.selectFrom('audit_log').select(['record_type', 'verb']).where('record_id', 'in', [companyId, changeId]).where('user_id', '=', head.userId).orderBy('audit_id').execute()
  expect(log).toEqual(expect.arrayContaining([{ record_type: 'changeRequest', verb: 'pass' }, { record_type: 'company', verb: 'update' }]))
})

test('what the record would refuse, what needs documents and what changes nothing is told at its field', async () => {
  const companyId = fresh()
  const { companyEmail } = await server.ok(companyResource.read, { companyId })
  expect(await ask(companyId, 'companyEmail', '没有地址')).toMatchObject(refusedAt('newValue'))
  expect(await ask(companyId, 'companyEmail', companyEmail ?? '')).toMatchObject(refusedAt('newValue', '相同'))
  expect(await ask(companyId, 'remark', '1')).toMatchObject(refusedAt('fieldName'))
  expect(await ask(companyId, 'companyName', '', { proofFiles: [await paper()] })).toMatchObject(refusedAt('newValue', '公司全称'))
  expect(await ask(companyId, 'csrcIndustry', 'A99')).toMatchObject(refusedAt('newValue', '行业字典中没有代码 A99'))
  expect(await ask(companyId, 'swIndustry', '801080')).toMatchObject(refusedAt('newValue', '行业字典中没有代码 801080'))
  expect((await ask(companyId, 'taxNo', '1', { targetType: 'invoiceHead' })).returnCode).toBe(CODE.notFound)
  expect(await ask(companyId, 'companyName', '子虚变更股份有限公司')).toMatchObject(refusedAt('proofFiles', '公司全称须上传证明材料'))
  expect((await ask('999999', 'officeAddress', '虚构路')).returnCode).toBe(CODE.notFound)
  const taken = (await server.ok(companyResource.read, { companyId: companies[199] ?? '' })).creditCode
  const changeId = await asked(companyId, 'creditCode', taken ?? '', { proofFiles: [await paper()] })
  // The register's own constraint speaks at the passing, and nothing of it stays.
  expect(await step(changeId, 'pass')).toMatchObject({ returnMessage: '该统一社会信用代码已登记在另一家公司' })
  expect((await read(changeId)).changeStatus).toBe('pending')
  expect((await step(changeId, 'withdraw', clerk)).returnCode).toBe(CODE.ok)
})

test('personal values are masked in rows and in the log, and passing writes the whole number', async () => {
  const contactId = await buildContact(server, fresh())
  await sql`update contact set mobile = '19900007701' where contact_id = ${contactId}`.execute(server.platform.db)
  const changeId = await asked(contactId, 'mobile', '199 0000 7702', { targetType: 'contact' })
  expect(await read(changeId)).toMatchObject({ oldText: '199****7701', newText: '199****7702', newValue: '199****7702' })
  const { rows } = await sql<{ text: string }>`select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), '') as text from audit_log where record_id = ${changeId} and record_type = 'changeRequest'`.execute(server.platform.db)
  expect(rows[0]?.text).toContain('199****7702')
  expect(rows[0]?.text).not.toContain('19900007702')
  expect((await step(changeId, 'pass')).returnCode).toBe(CODE.ok)
  expect((await server.ok(contact.plain as never, { contactId, fields: ['mobile'] } as never) as { values: object }).values).toEqual({ mobile: '19900007702' })
})

test('a representative is somebody who serves at the company', async () => {
  const companyId = fresh()
  const [old, now, strange] = [await buildContact(server, companyId), await buildContact(server, companyId), await buildContact(server, fresh())]
  const memberId = await buildMember(server, { companyId, categoryId: await buildCategory(server), representativeId: old })
  const form = { targetType: 'representative' as const, proofFiles: [await paper()] }
  expect(await ask(memberId, 'representativeId', strange, form)).toMatchObject(refusedAt('newValue', '在任的联系人'))
  const changeId = await asked(memberId, 'representativeId', now, form)
  expect(await read(changeId)).toMatchObject({ fieldLabel: '会员代表', oldText: '甄样本', newText: '甄样本' })
  await step(changeId, 'pass')
  expect(await server.ok(memberResource.read, { memberId })).toMatchObject({ representativeId: now })
})

test('somebody in the pool, whom nobody edits there, is changed on request', async () => {
  const { db } = server.platform
  const { rows } = await sql<{ id: string }>`insert into director_user (name, id_card, id_card_sealed, id_card_print, mobile, email, current_unit, professions, experience_years, current_seats, is_accounting, punished36m, resume, consent_time, pool_status)
    values ('范例文', '110***********0014', '1.x', 'x', '19900000077', 'fan@example.com', '水月大学', '{law}', 9, 2, false, false, '[]', now(), 'listed') returning director_id as id`.execute(db)
  const directorId = rows[0]?.id ?? ''
  const changeId = await asked(directorId, 'currentUnit', '镜花大学', { targetType: 'director' })
  expect((await step(changeId, 'pass')).returnCode).toBe(CODE.ok)
  expect((await sql<{ unit: string; id: string }>`select current_unit as unit, id_card_sealed as id from director_user where director_id = ${directorId}`.execute(db)).rows).toEqual([{ unit: '镜花大学', id: '1.x' }])
})

/** Four requests of one field that have all seen that none is open: they wait for the number, which is held until then. */
async function togetherFor(companyId: string) {
  const { db } = server.platform
  const waiting = async () => (await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)).rows[0]?.n
  let answers: ReturnType<typeof ask>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from number_sequence where kind = 'BG' for update`.execute(tx)
    answers = [1, 2, 3, 4].map((n) => ask(companyId, 'legalRep', `贾${n}`))
    while ((await waiting()) !== 4) await new Promise((r) => setTimeout(r, 5))
  })
  return Promise.all(answers)
}

test('a record that has changed in that field meanwhile keeps its value; two passings and two requests at once are one', async () => {
  const companyId = fresh()
  const changeId = await asked(companyId, 'legalRep', '贾更替')
  await sql`update company set legal_rep = '甄别人' where company_id = ${companyId}`.execute(server.platform.db)
  expect(await step(changeId, 'pass')).toMatchObject({ returnCode: CODE.inUse, returnMessage: '提交之后，法定代表人已变为「甄别人」，不能通过；请驳回后重新提交' })
  expect((await step(changeId, 'reject', head, '请重新提交')).returnCode).toBe(CODE.ok)
  expect((await server.ok(companyResource.read, { companyId })).legalRep).toBe('甄别人')

  const again = await asked(companyId, 'legalRep', '贾更替')
  const passings = await Promise.all([1, 2, 3].map(() => server.call(contract.change, { changeId: again, version: 1, verb: 'pass' }, { as: head })))
  expect(passings.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  const other = fresh()
  const answers = await togetherFor(other)
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  expect(answers.find((a) => a.returnCode !== CODE.ok)).toMatchObject(refusedAt('changeItems', '已有待审核的变更申请'))
  // The control: without the index all four stand.
  const { db } = server.platform
  await asOwner(db, sql`drop index change_item_open_unique`)
  const third = fresh()
  expect((await togetherFor(third)).filter((a) => a.returnCode === CODE.ok)).toHaveLength(4)
  await sql`delete from change_request where target_id = ${third}`.execute(db)
  await asOwner(db, sql`create unique index change_item_open_unique on change_item (target_type, target_id, field_name) where open`)
})

test('several fields are one request: one passing writes all of them, or none; a field can be emptied', async () => {
  const companyId = fresh()
  const before = await server.ok(companyResource.read, { companyId })
  const send = (changeItems: Form['changeItems'], more: Partial<Form> = {}) => server.call(contract.insert, { targetType: 'company', targetId: companyId, changeItems, proofFiles: [], remark: null, ...more }, { as: clerk })
  const items = [{ fieldName: 'officeAddress', newValue: '虚构路 9 号' }, { fieldName: 'companyEmail', newValue: null }, { fieldName: 'csrcIndustry', newValue: 'I65' }, { fieldName: 'totalShares', newValue: '12345.5' }, { fieldName: 'controllerType', newValue: 'none' }, { fieldName: 'swIndustry', newValue: '710000' }]
  expect(await send([...items, { fieldName: 'officeAddress', newValue: '别处' }, { fieldName: 'shortName', newValue: null }, { fieldName: 'csrcIndustry', newValue: 'I65' }])).toMatchObject({ data: { fields: [{ path: 'changeItems.6', message: '办公地址重复' }, { path: 'changeItems.7', message: '公司简称不能为空' }, { path: 'changeItems.8', message: '所属行业（中上协）重复' }] } })
  const { changeId } = (await send(items)).data
  expect(await read(changeId)).toMatchObject({
    fieldLabel: '办公地址、公司邮箱、所属行业（中上协）、总股本（万股）、实际控制人性质、申万行业',
    newText: '办公地址：虚构路 9 号；公司邮箱：（空）；所属行业（中上协）：I65 软件和信息技术服务业；总股本（万股）：12345.5；实际控制人性质：无实控人；申万行业：710000 计算机',
    changes: [{ label: '办公地址', oldText: before.officeAddress, newText: '虚构路 9 号' }, { newText: null }, { newText: 'I65 软件和信息技术服务业' }, {}, {}, {}],
  })
  // One of its fields in another request is refused; the others are free.
  expect(await send([{ fieldName: 'legalRep', newValue: '贾新' }, { fieldName: 'companyEmail', newValue: 'x@example.com' }])).toMatchObject(refusedAt('changeItems.1', '公司邮箱已有待审核的变更申请（BG'))
  expect((await step(changeId, 'pass')).returnCode).toBe(CODE.ok)
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ officeAddress: '虚构路 9 号', companyEmail: null, csrcIndustry: 'I65', swIndustry: '710000', totalShares: '12345.5', controllerType: 'none', version: before.version + 1 })
  // A settled request leaves its fields to others; one item that does not stand any more holds up all.
  const again = (await send([{ fieldName: 'companyEmail', newValue: 'x@example.com' }, { fieldName: 'legalRep', newValue: '贾新' }])).data.changeId
  await sql`update company set legal_rep = '甄别人' where company_id = ${companyId}`.execute(server.platform.db)
  expect((await step(again, 'pass')).returnMessage).toContain('法定代表人已变为「甄别人」')
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ companyEmail: null, legalRep: '甄别人' })
})

test('a new stock code fits the board, and the old one is kept', async () => {
  const companyId = fresh()
  const before = await server.ok(companyResource.read, { companyId })
  const prefix = before.stockCode?.slice(0, 3) ?? ''
  const form = { proofFiles: [await paper()] }
  expect(await ask(companyId, 'stockCode', prefix === '688' ? '600001' : '688001', form)).toMatchObject(refusedAt('newValue', '与板块一致'))
  expect(await ask(companyId, 'stockCode', '', form)).toMatchObject(refusedAt('newValue', '须填证券代码'))
  const changeId = await asked(companyId, 'stockCode', `${prefix}987`, form)
  expect((await step(changeId, 'pass')).returnCode).toBe(CODE.ok)
  expect(await server.ok(companyResource.read, { companyId })).toMatchObject({ stockCode: `${prefix}987`, oldStockCode: expect.stringContaining(before.stockCode ?? '-') })
  expect((await server.ok(findChangeTargets, { targetType: 'company', keyword: before.stockCode ?? '' }, { as: clerk })).map((t) => t.targetId)).toContain(companyId)
})

test('what stands in a record now is told before one asks, within the scope and masked', async () => {
  const contactId = await buildContact(server, fresh())
  await sql`update contact set mobile = '19900007799' where contact_id = ${contactId}`.execute(server.platform.db)
  expect((await server.ok(selectChangeTarget, { targetType: 'contact', targetId: contactId }, { as: clerk })).fields).toContainEqual({ fieldName: 'mobile', text: '199****7799' })
  const stranger = await server.person({ permits: ['director:change:insert', ...READS], scopes: { director: 'all', member: 'self' } })
  expect((await server.call(selectChangeTarget, { targetType: 'contact', targetId: contactId }, { as: stranger })).returnCode).toBe(CODE.notFound)
})

test('who may ask for changes but read none of the records is shown none, kind by kind, and asks for nothing', async () => {
  const asker = await server.person({ permits: ['director:change:read', 'director:change:insert', 'member:contact:read'], scopes: { director: 'all', member: 'all', invoice: 'all' } })
  const companyId = fresh()
  const contactId = await buildContact(server, companyId)
  expect((await server.ok(selectChangeFields, {}, { as: asker })).map((t) => t.targetType)).toEqual(['contact'])
  const targets = { company: companyId, representative: '1', invoiceHead: '1', director: '1' } as const
  for (const [targetType, targetId] of Object.entries(targets) as [keyof typeof targets, string][]) {
    expect((await server.call(findChangeTargets, { targetType, keyword: '' }, { as: asker })).returnCode).toBe(CODE.forbidden)
    expect((await server.call(selectChangeTarget, { targetType, targetId }, { as: asker })).returnCode).toBe(CODE.forbidden)
    expect((await server.call(contract.insert, { targetType, targetId, changeItems: [{ fieldName: 'name', newValue: '甄' }], proofFiles: [], remark: null }, { as: asker })).returnCode).not.toBe(CODE.ok)
  }
  expect((await ask(companyId, 'legalRep', '贾更替', {}, asker)).returnCode).toBe(CODE.forbidden)
  expect((await server.call(selectChangeTarget, { targetType: 'contact', targetId: contactId }, { as: asker })).returnCode).toBe(CODE.ok)
})

test('a guess at a personal value is answered like any other value: nothing tells that it is the right one', async () => {
  const contactId = await buildContact(server, fresh())
  await sql`update contact set mobile = '19900007711', post_name = '董秘' where contact_id = ${contactId}`.execute(server.platform.db)
  const guess = async (fieldName: string, newValue: string) => {
    const answer = await server.call(contract.insert, { targetType: 'contact', targetId: contactId, fieldName, newValue, proofFiles: [], remark: null }, { as: clerk })
    if (answer.returnCode === CODE.ok) await sql`delete from change_request where target_type = 'contact' and target_id = ${contactId}::bigint`.execute(server.platform.db)
    return [answer.returnCode, answer.returnMessage]
  }
  expect(await guess('mobile', '19900007711')).toEqual(await guess('mobile', '19900007712'))
  // What is not personal is told as before.
  expect((await guess('postName', '董秘'))[0]).toBe(CODE.input)
})
