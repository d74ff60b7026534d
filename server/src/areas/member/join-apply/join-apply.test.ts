import { CODE, type RequestOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { memberCategory } from '@assoc/contract/member/category'
import { selectTodos } from '@assoc/contract/platform/workspace'
import { applyStatus, joinApply } from '@assoc/contract/member/join-apply'
import { memberResource } from '@assoc/contract/member/member'
import { sql } from 'kysely'
import { asOwner, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { todayDigits } from '../../../platform/numbers/numbers'
import { findRow, moveRow } from '../../../platform/resource/rows.repository'
import { demoCompany } from '../company/demo-rows'
import { insertMany } from '../company/seed.repository'
import { buildCategory } from '../membership/testing'
import { shortNameOf } from './approval'
import { joinApply as joinModule } from '.'

let server: TestServer
let category: string
let maker: Session
let first: Session
let second: Session
/** Approves. */
let third: Session
let next = 100

beforeAll(async () => {
  server = await startTestServer()
  category = await buildCategory(server)
  // Documents have a test of their own.
  await sql`update data_item set data_item_status = 'disabled'`.execute(server.platform.db)
  const ALL = ['member:apply:read', 'member:apply:insert', 'member:apply:first', 'member:apply:second', 'member:apply:approve']
  const person = (name: string) => server.person({ name, permits: ALL, scopes: { member: 'all' } })
  ;[maker, first, second, third] = [await person('甄登记'), await person('贾初审'), await person('吴复审'), await person('尤批准')]
})
afterAll(() => server.stop())

type Fields = RequestOf<typeof joinApply.insert>
const fields = (given: Partial<Fields> = {}): Fields => {
  const { company_name, credit_code } = demoCompany(next++)
  return { companyName: company_name, creditCode: credit_code ?? '', applyCategoryId: category, applicantName: '尤例文', applicantMobile: '19900008801', materials: [], ...given }
}
const made = async (given: Partial<Fields> = {}, as = maker) => (await server.ok(joinApply.insert, fields(given), { as })).applyId
const read = (applyId: string, as = maker) => server.ok(joinApply.read, { applyId }, { as })
// Every review has an opinion, also one that passes.
const step = async (applyId: string, verb: string, as: Session, reason: string | undefined = verb.startsWith('pass') ? '同意' : undefined) => {
  // The mobile has tests of its own.
  if (verb === 'passFirst') await sql`update join_apply set verify_way = 'call', verified_time = now() where apply_id = ${applyId}`.execute(server.platform.db)
  return server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb, ...(reason ? { reason } : {}) }, { as })
}
const refusedAt = (path: string) => ({ returnCode: CODE.input, data: { fields: [{ path }] } })
const approved = { approveMeeting: '第三届理事会第一次会议', approveDate: '2026-03-02' }

/** An application that waits for its approval. */
async function waiting(given: Partial<Fields> = approved): Promise<string> {
  const applyId = await made(given)
  for (const [verb, as] of [['submit', maker], ['passFirst', first], ['passSecond', second]] as const) expect((await step(applyId, verb, as)).returnCode).toBe(CODE.ok)
  return applyId
}

test('from draft to member: numbers, reviewers, the company, the membership, all told in the log', async () => {
  const given = fields(approved)
  const { applyId } = await server.ok(joinApply.insert, given, { as: maker })
  expect(await read(applyId)).toMatchObject({ applyNo: expect.stringMatching(new RegExp(`^RH${todayDigits()}\\d{4}$`)), applyStatus: 'draft', applicantMobile: '199****8801', abilities: ['update', 'submit', 'delete'] })
  for (const [verb, as] of [['submit', maker], ['passFirst', first], ['passSecond', second]] as const) await step(applyId, verb, as)
  expect(await read(applyId)).toMatchObject({ applyStatus: 'approval', firstReviewer: '贾初审', secondReviewer: '吴复审', firstOpinion: '同意', secondOpinion: '同意', memberNo: null })
  expect((await step(applyId, 'approve', third)).returnCode).toBe(CODE.ok)
  const { memberNo } = await read(applyId)
  const [member] = (await server.ok(memberResource.list, { keyword: memberNo })).items
  expect(member).toMatchObject({ memberNo: expect.stringMatching(/^M2026\d{5}$/), joinDate: '2026-03-02', categoryId: category, memberStatus: 'normal', memberName: shortNameOf(given.companyName) })
  const company = await server.platform.db.selectFrom('company').select(['company_id', 'company_name', 'jurisdiction']).where('credit_code', '=', given.creditCode).executeTakeFirstOrThrow()
  expect(company).toMatchObject({ company_id: member?.companyId, company_name: given.companyName })
  const log = await server.platform.db.selectFrom('audit_log').select(['record_type', 'verb']).where('path', '=', joinApply.change.path).where('verb', 'in', ['approve', 'insert', 'confirm']).orderBy('audit_id').execute()
  expect(log.map((l) => `${l.record_type} ${l.verb}`).sort()).toEqual(['company insert', 'contact confirm', 'contact insert', 'joinApply approve', 'member insert'])
  expect(await server.call(joinApply.insert, fields({ creditCode: given.creditCode }), { as: maker })).toMatchObject(refusedAt('creditCode'))
})

test('a company that is known is found by its code; one open application a code', async () => {
  await insertMany(server.platform.db, [demoCompany(7)])
  const applyId = await waiting({ ...approved, creditCode: demoCompany(7).credit_code ?? '', companyName: '改名以后的股份有限公司' })
  expect(await server.call(joinApply.insert, fields({ creditCode: demoCompany(7).credit_code ?? '' }), { as: first })).toMatchObject(refusedAt('creditCode'))
  await step(applyId, 'approve', third)
  expect((await server.ok(memberResource.list, { keyword: (await read(applyId)).memberNo })).items[0]?.memberName).toBe(demoCompany(7).short_name)
})

test('the second review is another person’s than the maker’s and the first reviewer’s, the approval another’s than all of theirs', async () => {
  const applyId = await made()
  await step(applyId, 'submit', maker)
  await step(applyId, 'passFirst', first)
  for (const as of [maker, first]) expect(await step(applyId, 'passSecond', as)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('“复审通过”须由其他人办理') })
  expect((await read(applyId, first)).abilities).not.toContain('passSecond')
  expect((await read(applyId, second)).abilities).toContain('passSecond')
  expect((await step(applyId, 'passSecond', second)).returnCode).toBe(CODE.ok)
  for (const as of [maker, first, second]) expect(await step(applyId, 'approve', as)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('“批准入会”须由其他人办理') })
  expect(await read(applyId, third)).toMatchObject({ abilities: ['update', 'approve', 'reject'], separated: [] })
})

test('what is sent back or refused has an opinion of five letters; returned it may be changed and comes again', async () => {
  const applyId = await made()
  await step(applyId, 'submit', maker)
  expect(await server.call(joinApply.update, { applyId, version: 2, ...fields() }, { as: maker })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('不能修改') })
  for (const verb of ['passFirst', 'returnFirst']) expect(await step(applyId, verb, first, '')).toMatchObject(refusedAt('reason'))
  expect(await step(applyId, 'returnFirst', first, '不全')).toMatchObject(refusedAt('reason'))
  expect(await step(applyId, 'returnFirst', first, '请补交营业执照')).toMatchObject({ data: { applyStatus: 'returned' } })
  expect((await read(applyId)).abilities).toEqual(['update', 'submit', 'withdraw'])
  expect((await step(applyId, 'submit', maker)).returnCode).toBe(CODE.ok)
  expect(await read(applyId)).toMatchObject({ firstOpinion: '请补交营业执照', rejectReason: null })
  expect(await step(applyId, 'rejectFirst', first, '不符合入会条件')).toMatchObject({ data: { applyStatus: 'rejected' } })
  expect(await read(applyId)).toMatchObject({ firstOpinion: '不符合入会条件', secondOpinion: null, rejectReason: '不符合入会条件' })
  const draft = await made()
  await step(draft, 'submit', maker)
  expect(await server.call(joinApply.remove, { applyId: draft, version: 2 }, { as: maker })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('草稿') })
})

test('an approval needs its meeting and a day that has come; at that point nothing else is changed', async () => {
  const given = fields()
  const applyId = await waiting(given)
  expect(await step(applyId, 'approve', third)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'input.approveMeeting', message: '请填写审议会议' }, { path: 'input.approveDate', message: expect.stringContaining('批准日期') }] } })
  const update = (more: object) => server.call(joinApply.update, { applyId, version: 4, ...given, ...more }, { as: second })
  expect(await update({ ...approved, companyName: '换一家股份有限公司' })).toMatchObject(refusedAt('companyName'))
  expect(await update({ ...approved, approveDate: '2999-01-01' })).toMatchObject(refusedAt('approveDate'))
  const clerk = await server.person({ permits: ['member:apply:read', 'member:apply:insert'], scopes: { member: 'all' } })
  expect((await server.call(joinApply.update, { applyId, version: 4, ...given, ...approved }, { as: clerk })).returnCode).toBe(CODE.forbidden)
  const { applicantMobile: _masked, ...others } = given
  expect((await server.call(joinApply.update, { applyId, version: 4, ...others, ...approved, approveDate: today() } as RequestOf<typeof joinApply.update>, { as: second })).returnCode).toBe(CODE.ok)
  expect((await step(applyId, 'approve', third)).returnCode).toBe(CODE.ok)
})

const approve = async (applyId: string, input: object) => server.call(joinApply.change, { applyId, version: (await read(applyId)).version, verb: 'approve', input: { ...approved, ...input } }, { as: third })
const peopleOf = async (applyId: string) =>
  (await sql<object>`select c.name, c.post_type as post, c.contact_status as status, c.contact_id = m.representative_id as represents
    from join_apply a join member m using (member_id) join contact c on c.company_id = m.company_id where a.apply_id = ${applyId} order by c.contact_id`.execute(server.platform.db)).rows

test('the approval itself writes down meeting and day, and names who represents the member: the applicant, or somebody else', async () => {
  const applyId = await waiting({})
  expect(await approve(applyId, { approveDate: '2999-01-01' })).toMatchObject(refusedAt('input.approveDate'))
  expect(await approve(applyId, { companyName: '改名' })).toMatchObject({ returnCode: CODE.input })
  expect(await approve(applyId, { representativeBy: 'other', representativeName: '莫代表' })).toMatchObject({ data: { fields: [{ path: 'input.representativeMobile', message: '请填写会员代表手机' }, { path: 'input.representativePost', message: '请选择会员代表职务' }] } })
  const other = { representativeBy: 'other', representativeName: '莫代表', representativeMobile: '19900008899', representativePost: 'manager' }
  expect((await approve(applyId, other)).returnCode).toBe(CODE.ok)
  expect(await read(applyId)).toMatchObject({ ...approved, applyStatus: 'approved' })
  expect(await peopleOf(applyId)).toEqual([{ name: '莫代表', post: 'manager', status: 'serving', represents: true }, { name: '尤例文', post: 'liaison', status: 'pending', represents: false }])
  const [told] = (await sql<{ after: object }>`select after from audit_log where record_type = 'joinApply' and record_id = ${applyId} and verb = 'approve'`.execute(server.platform.db)).rows
  expect(told?.after).toEqual({ applyStatus: 'approved', ...approved })

  const own = await waiting({})
  expect((await approve(own, {})).returnCode).toBe(CODE.ok)
  expect(await peopleOf(own)).toEqual([{ name: '尤例文', post: 'liaison', status: 'serving', represents: true }])
})

test('who has the number at the company already is that contact, whatever they wait for; another name is refused', async () => {
  const known = demoCompany(next++)
  await insertMany(server.platform.db, [known])
  const [{ company_id: companyId } = { company_id: '' }] = (await sql<{ company_id: string }>`select company_id from company where credit_code = ${known.credit_code}`.execute(server.platform.db)).rows
  await sql`insert into contact (company_id, name, post_type, mobile, contact_status) values (${companyId}::bigint, '石例志', 'secretary', '19900008877', 'pending')`.execute(server.platform.db)
  const applyId = await waiting({ companyName: known.company_name, creditCode: known.credit_code ?? '' })
  const other = { representativeBy: 'other', representativeMobile: '19900008877', representativePost: 'manager' }
  expect(await approve(applyId, { ...other, representativeName: '莫代表' })).toMatchObject({ data: { fields: [{ path: 'input.representativeMobile', message: expect.stringContaining('登记为「石例志」') }] } })
  expect((await approve(applyId, { ...other, representativeName: '石例志' })).returnCode).toBe(CODE.ok)
  expect((await peopleOf(applyId))[0]).toEqual({ name: '石例志', post: 'secretary', status: 'serving', represents: true })
})

test('one meeting approves many at once, each represented by its own applicant', async () => {
  const ids = [await waiting({}), await waiting({})]
  expect(await server.ok(joinApply.batch, { verb: 'approve', ids, input: approved }, { as: third })).toMatchObject({ done: 2, failed: [] })
  expect(await read(ids[1] ?? '')).toMatchObject({ ...approved, applyStatus: 'approved' })
})

test('where dues go by shares, those of the application find the first bill: of a company that is new, or that the register knows without them', async () => {
  const { db } = server.platform
  const banded = await buildCategory(server)
  await sql`insert into fee_standard (standard_name, category_id, share_from, share_to, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes, standard_status)
    select '分档' || k, ${banded}::bigint, (array[0, 10000])[k], (array[10000, null])[k], (array[500000, 2500000])[k], 2020, '决议', '2019-11-01', 90, 80, 70, 'active' from generate_series(1, 2) k`.execute(db)
  const [bare, full] = [demoCompany(next++), demoCompany(next++)]
  await insertMany(db, [{ ...bare, total_shares: null }, { ...full, total_shares: '5000' }])
  const of = ({ company_name, credit_code }: ReturnType<typeof demoCompany>) => ({ companyName: company_name, creditCode: credit_code ?? '' })
  for (const [given, totalShares, shares, gross] of [
    [fields(), '20000', '20000.0000', '2500000'],
    [of(bare), '20000.50', '20000.5000', '2500000'],
    // What the register knows goes before what an applicant says.
    [of(full), '20000', '5000.0000', '500000'],
    [fields(), '', null, null],
  ] as const) {
    const applyId = await waiting({ ...approved, companyName: given.companyName, creditCode: given.creditCode, applyCategoryId: banded, totalShares })
    expect((await step(applyId, 'approve', third)).returnCode).toBe(CODE.ok)
    const { rows } = await sql<{ shares: string | null; gross: string | null }>`
      select c.total_shares as shares, (select b.gross_amount from dues_bill b where b.member_id = m.member_id) as gross from join_apply a join member m using (member_id) join company c using (company_id) where a.apply_id = ${applyId}`.execute(db)
    expect(rows).toEqual([{ shares, gross }])
  }
})

test('an approval that a full category refuses changes nothing', async () => {
  const full = await buildCategory(server, 1)
  const [one, two] = [await waiting({ ...approved, applyCategoryId: full }), await waiting({ ...approved, applyCategoryId: full })]
  expect((await step(one, 'approve', third)).returnCode).toBe(CODE.ok)
  expect(await step(two, 'approve', third)).toMatchObject({ returnCode: CODE.input, returnMessage: expect.stringContaining('名额已满') })
  expect(await read(two)).toMatchObject({ applyStatus: 'approval', memberNo: null })
  expect((await server.ok(memberCategory.read, { categoryId: full })).memberCount).toBe(1)
})

/** Two approvals that have both read the application before either writes; answers how many members they make. */
async function approveTogether(applyId: string, move: typeof moveRow): Promise<number> {
  const { platform } = server
  const { runtime } = joinModule
  const principal = await platform.sessions.identify(third.token, third.cookie)
  let seen = 0
  const one = () =>
    platform.db.transaction().execute(async (tx) => {
      const row = await findRow(tx, runtime, principal, applyId)
      const approve = applyStatus.find('approve', 'approval')
      if (!row || !approve) throw new Error('nothing to approve')
      seen += 1
      while (seen < 2) await new Promise((r) => setTimeout(r, 2))
      if (!(await move(tx, runtime, principal, row, 'applyStatus', approve))) throw new Error('somebody else was first')
      await runtime.options.after?.change?.({ db: tx, principal, platform, input: {}, audit: () => undefined } as never, row, approve, null, { representativeBy: 'applicant' })
    })
  const done = await Promise.allSettled([one(), one()])
  return done.filter((d) => d.status === 'fulfilled').length
}

test('ten approvals at once make one member; control: without the condition on version and status, and the index behind it, two are made', async () => {
  const applyId = await waiting()
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(joinApply.change, { applyId, version: 4, verb: 'approve' }, { as: third })))
  expect(answers.filter((a) => a.returnCode === CODE.ok)).toHaveLength(1)
  const { creditCode } = await read(applyId)
  const members = async (code: string) => (await sql`select 1 from member join company using (company_id) where credit_code = ${code}`.execute(server.platform.db)).rows.length
  expect(await members(creditCode)).toBe(1)

  const careless = await waiting()
  const unconditional: typeof moveRow = async (db, _m, _who, row, _field, to) =>
    (await sql<{ version: number }>`update join_apply set apply_status = ${to.to}, version = version + 1 where apply_id = ${row['applyId']}::bigint returning version`.execute(db)).rows[0]
  await asOwner(server.platform.db, sql`drop index member_standing_unique`)
  expect(await approveTogether(careless, unconditional)).toBe(2)
  expect(await members((await read(careless)).creditCode)).toBe(2)
  expect(await approveTogether(await waiting(), moveRow)).toBe(1)
})

test('the home page tells what waits for this person, within their scope', async () => {
  await sql`delete from join_apply where apply_status <> 'approved'`.execute(server.platform.db)
  const applyId = await made()
  await step(applyId, 'submit', maker)
  const todos = async (as: Session) => Object.fromEntries((await server.ok(selectTodos, {}, { as })).filter((t) => t.link.startsWith('/go/member/JoinAudit')).map((t) => [new URLSearchParams(t.link.split('?')[1]).get('applyStatus'), t.value]))
  expect(await todos(first)).toEqual({ firstReview: 1 })
  await step(applyId, 'passFirst', first)
  expect([await todos(first), await todos(second)]).toEqual([{}, { secondReview: 1 }])
  const narrow = await server.person({ permits: ['member:apply:read', 'member:apply:first'], scopes: { member: 'self' } })
  expect(await todos(narrow)).toEqual({})
})
