import { CODE, type FileItem } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { selectPaperItems } from '@assoc/contract/member/data-item'
import { directorUser as contract, exportResumes } from '@assoc/contract/member/director'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { earlierInitials } from '../initials'
import { againFrom } from './rules'
import { samplePdf } from './sample-pdf'
import { inventedIdCard } from './seed'

let server: TestServer
let clerk: Session
const made: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  clerk = await server.person({ permits: ['director:user:read', 'director:user:insert'], scopes: { director: 'all' } })
})
afterAll(() => server.stop())

let count = 0
const resume = async (name = '简历.pdf') => [(await server.upload(uploadFile, { purpose: 'directorUser.resume' }, { name, bytes: samplePdf('Resume') }, clerk)).data as FileItem]
const wish = async (given: object = {}) => {
  const n = ++count
  return {
    name: '甄样本', idCard: inventedIdCard(n), mobile: String(19_900_000_000 + n), email: `d${n}@example.com`, currentUnit: '子虚大学', professions: ['law' as const], titleName: null,
    experienceYears: 10, currentSeats: 1, isAccounting: false, accountingQual: null, punished36m: false, resume: await resume(), consentTime: '2026-01-05T02:00:00.000Z', remark: null, ...given,
  }
}
const entered = async (given: object = {}) => {
  const person = await wish(given)
  made.push(person.idCard)
  return (await server.ok(contract.insert, person, { as: clerk })).directorId
}
const step = (directorId: string, verb: string, version: number, reason?: string, as: Session = server.admin) => server.call(contract.change, { directorId, version, verb, ...(reason ? { reason } : {}) }, { as })
const fields = (answer: { data: unknown }) => ((answer.data as { fields?: { path: string; message: string }[] }).fields ?? []).map((f) => `${f.path} ${f.message}`)

test('somebody is sent back, corrected, taken in, and from then on changed by their status alone', async () => {
  const directorId = await entered()
  expect((await step(directorId, 'pass', 1, undefined, clerk)).returnCode).toBe(CODE.forbidden)
  expect(fields(await step(directorId, 'sendBack', 1))).toEqual(['reason 请填写原因'])
  expect((await step(directorId, 'sendBack', 1, '简历缺少任职经历')).returnCode).toBe(CODE.ok)
  const { idCard: _id, mobile: _mobile, email: _email, ...others } = await wish({ titleName: '教授' })
  expect(await server.ok(contract.update, { directorId, version: 2, ...others, resume: await resume() } as never, { as: clerk })).toEqual({ version: 3 })
  expect((await step(directorId, 'submit', 3, undefined, clerk)).returnCode).toBe(CODE.ok)
  expect((await step(directorId, 'pass', 4)).returnCode).toBe(CODE.ok)
  expect(await server.ok(contract.read, { directorId })).toMatchObject({ poolStatus: 'listed', titleName: '教授', mobile: '199****0001', linkStatus: 'active', accountName: expect.stringMatching(/^u199/) })
  expect((await server.call(contract.update, { directorId, version: 5, ...others } as never, { as: clerk })).returnMessage).toBe('已入库的资料不能修改，请先出库，再重新提交审核')
  for (const [verb, version] of [['suspend', 5], ['resume', 6]] as const) expect((await step(directorId, verb, version)).returnCode).toBe(CODE.ok)
  expect((await step(directorId, 'remove', 7, '本人要求')).returnCode).toBe(CODE.ok)
  expect(await server.ok(contract.read, { directorId })).toMatchObject({ linkStatus: 'ended', linkEndReason: '本人要求' })
})

test('found by the initials of their pinyin, also who was entered before there were any', async () => {
  const directorId = await entered({ name: '尤望舒' })
  const found = async () => (await server.ok(contract.list, { keyword: 'yws' })).items.map((row) => row.directorId)
  expect(await found()).toEqual([directorId])
  await sql`update director_user set name_initials = '' where director_id = ${directorId}::bigint`.execute(server.platform.db)
  expect(await found()).toEqual([])
  await server.platform.db.transaction().execute((tx) => earlierInitials.run(tx, server.platform))
  expect(await found()).toEqual([directorId])
})

test('who entered somebody does not check them', async () => {
  const { directorId } = await server.ok(contract.insert, { ...(await wish()), resume: [(await server.upload(uploadFile, { purpose: 'directorUser.resume' }, { name: '简历.pdf', bytes: samplePdf('Resume') })).data as FileItem] })
  expect((await server.ok(contract.read, { directorId })).abilities).toEqual(['update'])
  expect((await step(directorId, 'pass', 1)).returnMessage).toBe('您登记或修改过此记录，“审核通过”须由其他人办理')
})

test('what the rules of the trade ask is said at its field or in a sentence', async () => {
  const said = async (given: object) => fields(await server.call(contract.insert, await wish(given), { as: clerk }))
  expect(await said({ isAccounting: true })).toEqual(['accountingQual 请选择会计专业条件'])
  expect(await said({ consentTime: new Date(Date.now() + 3_600_000).toISOString() })).toEqual(['consentTime 单独同意时间不能晚于现在'])
  expect(await said({ consentTime: null })).toEqual(['consentTime 请选择单独同意时间'])
  expect(await said({ idCard: '110101190001010010' })).toEqual(['idCard 身份证号不正确'])
  expect(await said({ resume: [] })).toEqual(['resume 请上传简历'])
  expect(await said({ idCard: inventedIdCard(1).toLowerCase() })).toEqual(['idCard 该身份证号已登记'])
  expect(await said({ mobile: '19900000001' })).toEqual(['mobile 该手机号码已登记'])

  expect((await step(await entered({ experienceYears: 4 }), 'pass', 1)).returnMessage).toBe('相关工作年限为 4 年，不满 5 年，不能入库')
  expect((await step(await entered({ currentSeats: 4 }), 'pass', 1)).returnMessage).toBe('现任境内上市公司 4 家，超过 3 家，不能入库')
  expect((await step(await entered({ currentSeats: 3, experienceYears: 5, isAccounting: true, accountingQual: 'cpa' }), 'pass', 1)).returnCode).toBe(CODE.ok)
  const punished = await entered({ punished36m: true })
  expect(fields(await step(punished, 'pass', 1, '同意'))).toEqual(['reason 近 36 个月受过处罚的须人工复核，请写明意见（至少 10 个字）'])
  expect((await step(punished, 'pass', 1, '警告已满两年，经复核同意入库')).returnCode).toBe(CODE.ok)
})

test('documents that 独董入库 asks for are demanded when somebody is entered; the résumé is checked by its item', async () => {
  const { db } = server.platform
  const said = async (given: object) => fields(await server.call(contract.insert, await wish(given), { as: clerk }))
  await sql`update data_item set required_flag = true where biz_type = 'pool'`.execute(db)
  expect(await said({})).toEqual(['paperSlots 任职资格证明尚未上传'])
  const [item] = (await server.ok(selectPaperItems, { bizType: 'pool' })).filter((i) => i.itemName === '任职资格证明')
  const proof = (await server.upload(uploadFile, { purpose: 'directorUser.papers' }, { name: '证明.pdf', bytes: samplePdf('Proof') }, clerk)).data as FileItem
  const directorId = await entered({ paperSlots: [{ itemKey: item?.itemKey ?? null, itemName: '', files: [proof] }] })
  expect(await server.ok(contract.read, { directorId })).toMatchObject({ papers: [proof], paperSlots: [{ itemName: '任职资格证明', files: [proof] }] })
  await sql`update data_item set file_exts = '{docx}', required_flag = false where item_name = '独立董事简历'`.execute(db)
  expect(await said({})).toEqual(['resume 简历「简历.pdf」不是 docx 格式'])
  await sql`update data_item set file_exts = '{docx,pdf}', required_flag = false where biz_type = 'pool'`.execute(db)
})

test('who was not taken may apply again after six months', async () => {
  expect(againFrom('2026-08-31')).toBe('2027-02-28')
  expect(againFrom('2026-01-15')).toBe('2026-07-15')
  const directorId = await entered()
  expect((await step(directorId, 'refuse', 1, '任职资格不符')).returnCode).toBe(CODE.ok)
  expect(await server.ok(contract.read, { directorId })).toMatchObject({ refusedDate: today(), againDate: againFrom(today()) })
  expect(fields(await server.call(contract.insert, await wish({ idCard: made.at(-1) }), { as: clerk }))).toEqual([`idCard 该身份证号已登记，${today()} 不予入库，${againFrom(today())} 起可在原记录上重新提交`])
  expect((await step(directorId, 'submit', 2, undefined, clerk)).returnMessage).toBe(`不予入库满 6 个月后才能重新提交，最早为 ${againFrom(today())}`)
  await sql`update director_user set refused_date = (${today()}::date - interval '6 months')::date where director_id = ${directorId}`.execute(server.platform.db)
  expect((await step(directorId, 'submit', 2, undefined, clerk)).returnCode).toBe(CODE.ok)
})

test('one person entered twice at once stands there once; without the constraint twice', async () => {
  const { db } = server.platform
  const twice = async () => {
    const idCard = inventedIdCard(++count)
    const people = await Promise.all([wish({ idCard }), wish({ idCard })])
    return Promise.all(people.map((person) => server.call(contract.insert, person, { as: clerk })))
  }
  const answers = await twice()
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.input].sort())
  expect(answers.flatMap(fields)).toEqual(['idCard 该身份证号已登记'])
  await asOwner(db, sql`alter table director_user drop constraint director_user_id_card_unique`)
  expect((await twice()).map((a) => a.returnCode)).toEqual([CODE.ok, CODE.ok])
  await sql`delete from director_user where director_id in (select max(director_id) from director_user group by id_card_print having count(*) > 1)`.execute(db)
  await asOwner(db, sql`alter table director_user add constraint director_user_id_card_unique unique (id_card_print)`)
})

test('résumés come as one zip with a name each, doubles numbered; only of people in the pool; noted for each', async () => {
  const ids = [await entered({ name: '贾同名', currentUnit: '乌有/研究院' }), await entered({ name: '贾同名', currentUnit: '乌有/研究院' }), await entered({ name: '吴待审' })]
  for (const id of ids.slice(0, 2)) await step(id, 'pass', 1)
  const download = (directorIds: string[], as: Session = server.admin) =>
    server.raw(`/capcoapi${exportResumes.path}`, { method: 'POST', body: JSON.stringify({ directorIds }), headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' }, as })
  expect(await (await download(ids)).json()).toMatchObject({ returnMessage: '吴待审不在人才库中，不能下载其简历' })
  expect(await (await download(ids.slice(0, 2), clerk)).json()).toMatchObject({ returnCode: CODE.forbidden })
  const answer = await download(ids.slice(0, 2))
  expect(answer.headers.get('content-type')).toBe('application/zip')
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('utf8')
  for (const name of ['简历/贾同名-乌有_研究院.pdf', '简历/贾同名-乌有_研究院（2）.pdf']) expect(bytes).toContain(name)
  const noted = await server.platform.db.selectFrom('audit_log').select('record_id').where('record_type', '=', 'directorUser').where('verb', '=', 'exportResume').execute()
  expect(noted.map((n) => n.record_id).sort()).toEqual(ids.slice(0, 2).sort())
})

test('no identity number lies open in any table, log row, export or answer', async () => {
  const { db } = server.platform
  await server.raw(`/capcoapi${contract.exportRows?.path}`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'model-type': 'manager' } })
  const directorId = await entered()
  const idCard = made.at(-1) as string
  expect(await server.ok(contract.plain as NonNullable<typeof contract.plain>, { directorId, fields: ['idCard'] })).toEqual({ values: { idCard } })
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const open: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} r where to_jsonb(r)::text ~ ${made.join('|')}`.execute(db)
    if (rows[0]?.n) open.push(name)
  }
  expect(open).toEqual([])
  // The control: what is not sealed is found so.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from director_user r where to_jsonb(r)::text ~ '19900000001'`.execute(db)
  expect(rows[0]?.n).toBeGreaterThan(0)
  expect((await server.ok(contract.list, { pageSize: 200 })).items.every((i) => /^110\*+\d{3}[\dX]$/.test(String(i.idCard)))).toBe(true)
})
