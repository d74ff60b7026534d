import { CODE, type RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import { NEW_EXCHANGE, studyExchange } from '@assoc/contract/meeting/exchange'
import { exchangeApply } from '@assoc/contract/meeting/exchange-apply'
import { applyForExchange, selectExchangeToApply, selectOpenExchanges } from '@assoc/contract/meeting/exchange-own'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { buildCompanies } from '../../member/membership/testing'
import { placesTaken } from './repository'
import { requirePlace, stepExchanges, tellCancelled } from './places'
import { admit, lockExchange, nextWaiting } from './repository'

let server: TestServer
let planner: Session
let clerk: Session
let companies: string[]
const db = () => server.platform.db
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  const staff = { scopes: { exchange: 'all', member: 'all' } } as const
  planner = await server.person({ permits: ['exchange:exchange:read', 'exchange:exchange:update', 'exchange:apply:read', 'exchange:apply:update', 'exchange:apply:audit', 'exchange:mine:use', 'pi:plain:view'], ...staff })
  clerk = await server.person({ permits: ['exchange:exchange:read', 'exchange:apply:read', 'exchange:apply:update', 'exchange:mine:use'], ...staff })
  companies = await buildCompanies(server, 2)
})
afterAll(() => server.stop())

type Given = Partial<RequestOf<typeof studyExchange.insert>>
const open = async (given: Given = {}): Promise<string> => {
  const fields = { ...NEW_EXCHANGE, exchangeName: '走进子虚', exchangeType: 'visit' as const, hostUnit: '子虚电子', place: '子虚市', startDate: dayAfter(today(), 10), endDate: dayAfter(today(), 10), quota: 2, ...given }
  const { exchangeId } = await server.ok(studyExchange.insert, fields, { as: planner })
  await server.ok(studyExchange.change, { exchangeId, version: 1, verb: 'submit' }, { as: planner })
  await server.ok(studyExchange.change, { exchangeId, version: 2, verb: 'approve' })
  return exchangeId
}
let people = 0
const person = (exchangeId: string, companyId: string | null = null, given: object = {}): RequestOf<typeof exchangeApply.insert> => ({ exchangeId, companyId, unitName: companyId ? null : '子虚大学', name: `甄交流${++people}`, postName: '董事', mobile: `1992${String(people).padStart(7, '0')}`, email: null, passportNo: null, insureFlag: false, ...given })
const applied = async (exchangeId: string, companyId: string | null = null, given: object = {}) => (await server.ok(exchangeApply.insert, person(exchangeId, companyId, given), { as: clerk })).applyId
const read = (applyId: string) => server.ok(exchangeApply.read, { applyId }, { as: planner })
const step = async (applyId: string, verb: string, reason: string | null = null, as = planner) => server.call(exchangeApply.change, { applyId, version: (await read(applyId)).version, verb, reason }, { as })
const statuses = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).applyStatus))
const exchangeStatus = async (exchangeId: string) => (await server.ok(studyExchange.read, { exchangeId }, { as: planner })).exchangeStatus
const sentTo = async (applyId: string) => {
  const { mobile } = await db().selectFrom('exchange_apply').select('mobile').where('apply_id', '=', applyId).executeTakeFirstOrThrow()
  return (await db().selectFrom('outbox').select('content').where('recipient', '=', mobile).where('channel', '=', 'sms').orderBy('outbox_id').execute()).map((row) => row.content)
}

test('an exchange is approved by another, fills up, and gives a freed place to who waits longest', async () => {
  const { exchangeId } = await server.ok(studyExchange.insert, { ...NEW_EXCHANGE, exchangeName: '沙龙', exchangeType: 'salon', hostUnit: '协会', place: '五层', startDate: dayAfter(today(), 5), endDate: dayAfter(today(), 5), quota: 1 }, { as: server.admin })
  await server.ok(studyExchange.change, { exchangeId, version: 1, verb: 'submit' })
  expect((await server.call(studyExchange.change, { exchangeId, version: 2, verb: 'approve' })).returnCode).toBe(CODE.forbidden)
  const visit = await open()
  const ids = [await applied(visit), await applied(visit), await applied(visit), await applied(visit)]
  expect((await step(ids[0] as string, 'approve')).returnCode).toBe(CODE.ok)
  expect(await exchangeStatus(visit)).toBe('open')
  await step(ids[1] as string, 'approve')
  expect(await exchangeStatus(visit)).toBe('full')
  expect(await step(ids[2] as string, 'approve')).toMatchObject({ returnCode: MEETING_CODE.exchangeFull, returnMessage: '名额已满（2 人），可以转为候补' })
  await step(ids[3] as string, 'wait')
  await step(ids[2] as string, 'wait')
  expect(await read(ids[2] as string)).toMatchObject({ applyStatus: 'waiting', before: 1 })
  expect((await step(ids[0] as string, 'cancel', null, clerk)).returnCode).toBe(CODE.ok)
  expect(await statuses(ids)).toEqual(['cancelled', 'approved', 'waiting', 'approved'])
  expect(await exchangeStatus(visit)).toBe('full')
  expect(await sentTo(ids[3] as string)).toEqual([expect.stringContaining('进入候补名单'), expect.stringContaining('您已成功报名')])
  // A raised limit gives on in the transaction that raises it, and the exchange is open again.
  const { taken: _t, auditing: _a, waiting: _w, updateTime: _u, exchangeStatus: _s, abilities: _b, separated: _p, summaryFile: _f, ...fields } = await server.ok(studyExchange.read, { exchangeId: visit }, { as: planner })
  await server.ok(studyExchange.update, { ...fields, quota: 4 } as RequestOf<typeof studyExchange.update>, { as: planner })
  expect(await statuses(ids)).toEqual(['cancelled', 'approved', 'approved', 'approved'])
  expect(await exchangeStatus(visit)).toBe('open')
})

test('whoever wrote an application does not decide on it; one number stands once, and again after it has cancelled', async () => {
  const exchangeId = await open()
  const wish = person(exchangeId)
  const { applyId } = await server.ok(exchangeApply.insert, wish, { as: planner })
  for (const verb of ['approve', 'wait', 'refuse']) expect((await step(applyId, verb, '理由')).returnCode).toBe(CODE.forbidden)
  expect(await server.call(exchangeApply.insert, wish, { as: clerk })).toMatchObject({ returnCode: MEETING_CODE.exchangeApplied, returnMessage: '该手机号码已报名本次活动（待审核）' })
  await step(applyId, 'cancel')
  const again = (await server.ok(exchangeApply.insert, wish, { as: clerk })).applyId
  expect(await statuses([applyId, again])).toEqual(['cancelled', 'pending'])
})

test('the limit of a company stops its next, and the waiting list passes them over', async () => {
  const [own = '', other = ''] = companies
  const exchangeId = await open({ quota: 3, perCompanyLimit: 1 })
  const ids = [await applied(exchangeId, own), await applied(exchangeId, own), await applied(exchangeId), await applied(exchangeId), await applied(exchangeId, other)]
  for (const i of [0, 2, 3]) await step(ids[i] as string, 'approve')
  expect((await step(ids[1] as string, 'wait')).returnCode).toBe(CODE.ok)
  await step(ids[4] as string, 'wait')
  await step(ids[2] as string, 'cancel')
  expect(await statuses(ids)).toEqual(['approved', 'waiting', 'cancelled', 'approved', 'approved'])
})

test('a passport is asked of those who go abroad alone, kept encrypted, and gone with the summary', async () => {
  const near = await open()
  expect(await server.call(exchangeApply.insert, person(near, null, { passportNo: 'E12345678' }), { as: clerk })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'passportNo' }] } })
  const far = await open({ exchangeType: 'abroad', quota: 5 })
  expect(await server.call(exchangeApply.insert, person(far), { as: clerk })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'passportNo', message: '境外考察请填写护照号' }] } })
  const [came, stayed, refused] = [await applied(far, null, { passportNo: 'e1234 5678' }), await applied(far, null, { passportNo: 'E87654321' }), await applied(far, null, { passportNo: 'G00000001' })]
  const stored = async (id: string) => (await sql<{ row: string }>`select to_jsonb(a)::text as row from exchange_apply a where apply_id = ${id}`.execute(db())).rows[0]?.row ?? ''
  expect(await stored(came)).not.toContain('E12345678')
  expect((await read(came)).passportNo).toBe('E******78')
  expect(await server.ok(exchangeApply.plain as never, { applyId: came, fields: ['passportNo'] } as never, { as: planner })).toEqual({ values: { passportNo: 'E12345678' } })
  await step(refused, 'refuse', '名额有限')
  expect(JSON.parse(await stored(refused))).toMatchObject({ passport_no: null, passport_sealed: null, passport_print: null })
  await step(came, 'approve')
  await step(stayed, 'approve')
  expect((await step(came, 'attend')).returnMessage).toMatch(/^活动 .* 开始，尚不能确认参加$/)
  await sql`update study_exchange set start_date = current_date - 3, end_date = current_date - 2 where exchange_id = ${far}`.execute(db())
  await stepExchanges(server.platform)
  expect(await exchangeStatus(far)).toBe('ended')
  expect((await step(came, 'attend')).returnCode).toBe(CODE.ok)
  const { version } = await server.ok(studyExchange.read, { exchangeId: far }, { as: planner })
  expect(await server.call(studyExchange.change, { exchangeId: far, version, verb: 'summarize' }, { as: planner })).toMatchObject({ returnCode: CODE.input })
  const { data } = await server.upload(uploadFile, { purpose: 'studyExchange.summaryFile' }, { name: '总结.pdf', bytes: Buffer.from('%PDF-1.7 summary') }, planner)
  await server.ok(studyExchange.change, { exchangeId: far, version, verb: 'summarize', input: { summaryFile: [data] } } as never, { as: planner })
  expect(await statuses([came, stayed, refused])).toEqual(['attended', 'absent', 'refused'])
  for (const id of [came, stayed]) expect(JSON.parse(await stored(id))).toMatchObject({ passport_no: null, passport_sealed: null, passport_print: null })
})

test('an exchange that is cancelled cancels everybody and tells each of them once', async () => {
  const exchangeId = await open()
  const ids = [await applied(exchangeId), await applied(exchangeId)]
  await step(ids[0] as string, 'approve')
  const { version } = await server.ok(studyExchange.read, { exchangeId }, { as: planner })
  await server.ok(studyExchange.change, { exchangeId, version, verb: 'cancel', reason: '场地停电' }, { as: planner })
  await tellCancelled(server.platform, exchangeId, '场地停电')
  await tellCancelled(server.platform, exchangeId, '场地停电')
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled'])
  expect((await sentTo(ids[1] as string)).filter((text) => text.includes('已取消'))).toHaveLength(1)
})

test('an account sees what is open, applies for its own person and the people of its company, and sees no other applications', async () => {
  const [own = '', other = ''] = companies
  const exchangeId = await open({ exchangeName: '本人可报' })
  const draft = (await server.ok(studyExchange.insert, { ...NEW_EXCHANGE, exchangeName: '未发布', exchangeType: 'salon', hostUnit: '协会', place: '五层', startDate: dayAfter(today(), 5), endDate: dayAfter(today(), 5), quota: 1 }, { as: planner })).exchangeId
  const permits = ['exchange:mine:use', 'exchange:apply:read', 'exchange:apply:update'] as const
  const office = await server.person({ permits: [...permits], scopes: { exchange: 'linked', member: 'linked' } })
  const alone = await server.person({ permits: [...permits], scopes: { exchange: 'self' } })
  await sql`insert into identity_link (user_id, subject, subject_id, capacity, role_code, source, source_id, account_made) values (${office.userId}, 'company', ${own}, '联络人', 'COMPANY_USER', 'test', ${office.userId}, false)`.execute(db())
  await sql`update sys_user set mobile = '19900000012' where user_id = ${alone.userId}`.execute(db())
  const seen = (await server.ok(selectOpenExchanges, { pageSize: 100 }, { as: alone })).items.map((row) => row.exchangeName)
  expect(seen).toContain('本人可报')
  expect(seen).not.toContain('未发布')
  expect((await server.call(selectExchangeToApply, { exchangeId: draft }, { as: alone })).returnCode).toBe(CODE.notFound)
  const apply = (as: Session, companyId: string | null, given: object = {}) => server.call(applyForExchange, person(exchangeId, companyId, given), { as })
  expect((await apply(office, other)).data).toMatchObject({ fields: [{ path: 'companyId', message: '只能为本单位人员报名' }] })
  expect((await apply(office, own)).returnCode).toBe(CODE.ok)
  expect((await apply(alone, null)).data).toMatchObject({ fields: [{ path: 'mobile' }] })
  expect((await apply(alone, null, { mobile: '19900000012' })).returnCode).toBe(CODE.ok)
  expect((await server.call(exchangeApply.insert, person(exchangeId), { as: alone })).returnCode).toBe(CODE.notFound)
  const mine = (await server.ok(exchangeApply.list, {}, { as: alone })).items
  expect(mine.map((row) => [row.exchangeName, row.abilities])).toEqual([['本人可报', ['cancel']]])
  expect((await server.ok(selectOpenExchanges, { keyword: '本人可报' }, { as: alone })).items[0]).toMatchObject({ own: 'pending' })
})

const TRIES = 12

test('of many approved at once as many get a place as there are', async () => {
  const exchangeId = await open({ quota: 3 })
  const ids: string[] = []
  for (let i = 0; i < TRIES; i += 1) ids.push(await applied(exchangeId))
  const answers = await Promise.all(ids.map((applyId) => server.call(exchangeApply.change, { applyId, version: 1, verb: 'approve' }, { as: planner })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(3)
  expect(answers.filter((a) => a.returnCode === MEETING_CODE.exchangeFull)).toHaveLength(TRIES - 3)
  expect((await placesTaken(db(), exchangeId, null)).taken).toBe(3)
})

test('negative control: without the lock on the exchange its last place is given twice', async () => {
  const exchangeId = await open({ quota: 1 })
  const ids = [await applied(exchangeId), await applied(exchangeId), await applied(exchangeId)]
  const exchange = await db().transaction().execute((tx) => lockExchange(tx, exchangeId))
  if (!exchange) throw new Error('no exchange')
  await Promise.all(ids.map((applyId) => db().transaction().execute(async (tx) => {
    await requirePlace(tx, exchange, applyId, null)
    await sql`select pg_sleep(0.2)`.execute(tx)
    await sql`update exchange_apply set apply_status = 'approved' where apply_id = ${applyId}`.execute(tx)
  })))
  expect((await placesTaken(db(), exchangeId, null)).taken).toBeGreaterThan(1)
})

test('those who cancel at once give their places to as many who wait, in their order', async () => {
  const exchangeId = await open({ quota: 2 })
  const ids: string[] = []
  for (let i = 0; i < 5; i += 1) ids.push(await applied(exchangeId))
  for (const [i, id] of ids.entries()) await step(id, i < 2 ? 'approve' : 'wait')
  const answers = await Promise.all(ids.slice(0, 2).map((applyId) => server.call(exchangeApply.change, { applyId, version: 2, verb: 'cancel' }, { as: planner })))
  expect(answers.map(({ returnCode }) => returnCode)).toEqual([CODE.ok, CODE.ok])
  expect(await statuses(ids)).toEqual(['cancelled', 'cancelled', 'approved', 'approved', 'waiting'])
})

test('negative control: without the lock on the exchange freed places go to one who waits, and some stay empty', async () => {
  const exchangeId = await open({ quota: 6 })
  for (let i = 0; i < 6; i += 1) await applied(exchangeId)
  await sql`update exchange_apply set apply_status = 'waiting', wait_since = now() where exchange_id = ${exchangeId}`.execute(db())
  const rush = (locks: boolean) => Promise.all([1, 2, 3].map(() => db().transaction().execute(async (tx) => {
    if (locks) await lockExchange(tx, exchangeId)
    const next = await nextWaiting(tx, { exchangeId, perCompanyLimit: 0 })
    await sql`select pg_sleep(0.2)`.execute(tx)
    if (next) await admit(tx, next.applyId)
    return next?.applyId
  })))
  const admitted = new Set(await rush(false)).size
  expect(admitted).toBeLessThan(3)
  expect(new Set(await rush(true)).size).toBe(3)
  expect((await placesTaken(db(), exchangeId, null)).taken).toBe(admitted + 3)
})
