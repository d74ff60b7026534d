import { CODE } from '@assoc/contract'
import { accessReview, accessReviewLine, lineDecision } from '@assoc/contract/rbac/access-review'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { sql } from 'kysely'
import { explainRows, findRow, moveRow } from '../../../platform/resource/rows.repository'
import { OWN_HEADERS, startTestServer, type Session, type TestServer } from '../../../../test/harness'
import * as modules from '.'

// A reviewer takes roles back from those alone who hold no more than they do.
const ALL = ['rbac:user:read', 'rbac:user:disable', 'rbac:accessReview:read', 'rbac:accessReview:open', 'rbac:accessReview:decide', 'rbac:accessReview:signOff']

let server: TestServer
let first: Session & { roleId: string }
let second: Session & { roleId: string }
/** Signs what the two have opened and decided. */
let signer: Session
beforeAll(async () => {
  server = await startTestServer({ demo: true })
  first = await server.person({ permits: ALL, scopes: { rbac: 'all' }, name: '甄复核' })
  second = await server.person({ permits: ALL, scopes: { rbac: 'all' }, name: '贾复核' })
  signer = await server.person({ permits: ALL, scopes: { rbac: 'all' }, name: '吴签署' })
})
afterAll(() => server.stop())

const db = () => server.platform.db
let day = 0
const opened = async (as: Session = first) => {
  day += 1
  const reviewDate = `2020-01-${String(day).padStart(2, '0')}`
  return (await server.ok(accessReview.insert, { title: `复核 ${reviewDate}`, reviewDate, remark: null }, { as })).reviewId as string
}
type Line = { lineId: string; userId: string; version: number; decision: string; abilities: string[]; realName: string; roleName: string; sensitivePermits: string }
const linesOf = async (reviewId: string, as: Session = first) => (await server.ok(accessReviewLine.list, { reviewId, pageSize: 200 }, { as })).items as unknown as Line[]
const decide = (line: Line, verb: string, reason: string | null, as: Session = first) => server.call(accessReviewLine.change, { lineId: line.lineId, version: line.version, verb, reason }, { as })
const holds = async (userId: string, roleId: string) => (await db().selectFrom('user_role').select('role_id').where('user_id', '=', userId).where('role_id', '=', roleId).execute()).length > 0
const lineOf = async (reviewId: string, userId: string, as?: Session) => {
  const line = (await linesOf(reviewId, as)).find((l) => l.userId === userId)
  if (!line) throw new Error('no such line')
  return line
}

test('a review holds every role with sensitive permits of everybody, as it stood then', async () => {
  const plain = await server.person({ permits: ['rbac:user:read'] })
  const holder = await server.person({ permits: ['rbac:user:read', 'rbac:user:disable'], name: '甄敏感' })
  const gone = await server.person({ permits: ['rbac:user:disable'] })
  await db().updateTable('user_role').set({ expire_time: new Date(Date.now() - 1000) }).where('user_id', '=', gone.userId).execute()
  const reviewId = await opened()
  const lines = await linesOf(reviewId)
  expect(lines.find((l) => l.userId === holder.userId)).toMatchObject({ realName: '甄敏感', sensitivePermits: '停用与恢复用户', decision: 'pending' })
  expect(lines.filter((l) => l.userId === plain.userId || l.userId === gone.userId)).toEqual([])
  await db().updateTable('sys_user').set({ real_name: '甄改名' }).where('user_id', '=', holder.userId).execute()
  expect((await lineOf(reviewId, holder.userId)).realName).toBe('甄敏感')
  expect(await server.ok(accessReview.read, { reviewId }, { as: first })).toMatchObject({ lineCount: lines.length, pendingCount: lines.length, takenBackCount: 0, createdByName: '甄复核', reviewStatus: 'open' })
})

test('refusals stand at their field: a date to come, a date twice', async () => {
  expect(await server.call(accessReview.insert, { title: '明年复核', reviewDate: '2099-01-01' })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reviewDate' }] } })
  await opened()
  expect(await server.call(accessReview.insert, { title: '又一次', reviewDate: `2020-01-${String(day).padStart(2, '0')}` })).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reviewDate' }] } })
})

test('a role that is taken back is gone with the decision: their next request is refused, and both logs tell', async () => {
  const holder = await server.person({ permits: ['rbac:user:read', 'rbac:user:disable'], scopes: { rbac: 'all' } })
  const reviewId = await opened()
  const line = await lineOf(reviewId, holder.userId)
  expect((await server.call(queryAllUsersBySystem, {}, { as: holder })).returnCode).toBe(CODE.ok)
  expect(await decide(line, 'takeBack', null)).toMatchObject({ returnCode: CODE.input, data: { fields: [{ path: 'reason' }] } })
  expect(await decide(line, 'takeBack', '已转岗')).toMatchObject({ returnCode: CODE.ok, data: { decision: 'takenBack' } })
  expect(await holds(holder.userId, holder.roleId)).toBe(false)
  expect((await server.call(queryAllUsersBySystem, {}, { as: holder })).returnCode).toBe(CODE.forbidden)
  expect(await server.ok(accessReviewLine.read, { lineId: line.lineId }, { as: first })).toMatchObject({ decidedByName: '甄复核', decisionReason: '已转岗', abilities: [] })
  const noted = await db().selectFrom('audit_log').select(['record_type', 'verb', 'reason']).where('reason', '=', '已转岗').orderBy('audit_id').execute()
  expect(noted).toEqual([{ record_type: 'accessReviewLine', verb: 'takeBack', reason: '已转岗' }, { record_type: 'user', verb: 'assignRole', reason: '已转岗' }])
  expect((await decide({ ...line, version: line.version + 1 }, 'confirm', null)).returnCode).toBe(CODE.badTransition)
})

test('nobody decides on themselves, and who may only read decides nothing', async () => {
  const reviewId = await opened()
  const own = await lineOf(reviewId, first.userId)
  expect(own.abilities).toEqual([])
  expect(await decide(own, 'confirm', null)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '本人不能复核自己的权限，请由他人复核' })
  expect((await lineOf(reviewId, first.userId, second)).abilities).toEqual(['confirm', 'takeBack'])
  expect((await decide(own, 'confirm', '仍需要', second)).returnCode).toBe(CODE.ok)
  // The table itself refuses it too.
  await expect(sql`update access_review_line set decided_by = user_id where line_id = ${own.lineId}::bigint`.execute(db())).rejects.toMatchObject({ constraint: 'access_review_line_other' })
  const auditor = await server.person({ permits: ['rbac:accessReview:read'] })
  const line = (await linesOf(reviewId, auditor)).find((l) => l.decision === 'pending')
  if (!line) throw new Error('nothing pending')
  expect(line.abilities).toEqual([])
  expect((await decide(line, 'confirm', null, auditor)).returnCode).toBe(CODE.forbidden)
  expect((await server.call(accessReview.insert, { title: '不可', reviewDate: '2020-02-01' }, { as: auditor })).returnCode).toBe(CODE.forbidden)
})

test('signing waits until every line is decided, and closes the review for good', async () => {
  const reviewId = await opened()
  const sign = (version: number, as = signer) => server.call(accessReview.change, { reviewId, version, verb: 'signOff' }, { as })
  expect(await sign(1)).toMatchObject({ returnCode: CODE.badTransition, returnMessage: expect.stringMatching(/^还有 \d+ 项待复核/) })
  const lines = await linesOf(reviewId)
  const own = lines.filter((l) => l.userId === first.userId)
  const batch = await server.ok(accessReviewLine.batch, { verb: 'confirm', ids: lines.map((l) => l.lineId).slice(0, 50) }, { as: first })
  // Their own lines are named, each with the reason; all others are done.
  expect(batch.failed.sort((a, b) => Number(a.id) - Number(b.id))).toEqual(
    own.map((l) => ({ id: l.lineId, name: `甄复核 · ${l.roleName}`, message: '本人不能复核自己的权限，请由他人复核' })).sort((a, b) => Number(a.id) - Number(b.id)),
  )
  expect(batch.done).toBe(lines.length - own.length)
  for (const l of own) await decide(l, 'confirm', null, second)
  // Neither who opened it nor who decided on a line signs what they have done themselves.
  for (const as of [first, second]) expect(await sign(1, as)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: expect.stringContaining('“签署”须由其他人办理') })
  expect((await server.ok(accessReview.read, { reviewId }, { as: second })).separated).toEqual(['signOff'])
  expect(await sign(1)).toMatchObject({ returnCode: CODE.ok, data: { reviewStatus: 'signedOff' } })
  expect(await server.ok(accessReview.read, { reviewId }, { as: second })).toMatchObject({ pendingCount: 0, signedByName: '吴签署', abilities: [] })
  const line = (await linesOf(reviewId, second)).find((l) => l.userId !== second.userId)
  if (!line) throw new Error('no line')
  expect(line.abilities).toEqual([])
  expect(await decide(line, 'takeBack', '迟了', second)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '该次复核已签署，结论不能再修改' })
  const late = await server.ok(accessReviewLine.batch, { verb: 'takeBack', ids: [line.lineId], reason: '迟了' }, { as: second })
  expect(late).toEqual({ done: 0, next: null, failed: [{ id: line.lineId, name: `${line.realName} · ${line.roleName}`, message: '该次复核已签署，结论不能再修改' }] })
})

test('the last administrator is not taken back', async () => {
  const reviewId = await opened()
  const admins = (await linesOf(reviewId)).filter((l) => l.userId === server.admin.userId && l.roleName === '系统管理员')
  expect(admins).toHaveLength(1)
  for (const line of admins) expect(await decide(line, 'takeBack', '试一试')).toMatchObject({ returnCode: CODE.cannotGrant, returnMessage: expect.stringContaining('该用户的权限多于您，不能收回其角色') })
  const equal = await server.person()
  await sql`insert into user_role (user_id, role_id) select ${equal.userId}::bigint, role_id from user_role where user_id = ${server.admin.userId}`.execute(db())
  for (const line of admins) expect((await decide(line, 'takeBack', '试一试', equal)).returnCode).toBe(CODE.lastAdministrator)
  expect((await lineOf(reviewId, server.admin.userId)).decision).toBe('pending')
})

test('two reviewers decide one line at once: one is done, the other is told', async () => {
  for (let i = 0; i < 5; i++) {
    const holder = await server.person({ permits: ['rbac:user:disable'] })
    const reviewId = await opened()
    const line = await lineOf(reviewId, holder.userId)
    const answers = await Promise.all([decide(line, 'confirm', '保留', first), decide(line, 'takeBack', '收回', second)])
    const codes = answers.map((a) => a.returnCode).sort()
    expect(codes[0]).toBe(CODE.ok)
    expect([CODE.conflict, CODE.badTransition]).toContain(codes[1])
    const after = await lineOf(reviewId, holder.userId)
    // Whichever it was, the role and the line say the same.
    expect(await holds(holder.userId, holder.roleId)).toBe(after.decision === 'confirmed')
  }
})

test('control: without the condition on version and decision both would have been done', async () => {
  const holder = await server.person({ permits: ['rbac:user:disable'] })
  const line = await lineOf(await opened(), holder.userId)
  const m = modules.accessReviewLine.runtime
  const principal = await server.platform.sessions.identify(first.token, first.cookie)
  const seen = [await findRow(db(), m, principal, line.lineId), await findRow(db(), m, principal, line.lineId)]
  const careless = await Promise.all(['confirmed', 'takenBack'].map((to) => sql`update access_review_line set decision = ${to}, version = version + 1 where line_id = ${line.lineId}::bigint`.execute(db())))
  expect(careless.map((r) => Number(r.numAffectedRows))).toEqual([1, 1])
  await sql`update access_review_line set decision = 'pending', version = ${line.version} where line_id = ${line.lineId}::bigint`.execute(db())
  const steps = ['confirm', 'takeBack'].map((verb) => lineDecision.find(verb, 'pending'))
  const careful = await Promise.all(steps.map((step, i) => moveRow(db(), m, principal, seen[i] as never, 'decision', step as never)))
  expect(careful.filter((done) => done !== undefined)).toHaveLength(1)
})

test('signing and the last decision at once never leave a signed review with an undecided line', async () => {
  for (let i = 0; i < 4; i++) {
    const reviewId = await opened()
    const lines = await linesOf(reviewId)
    const last = lines.find((l) => l.userId !== first.userId && l.userId !== second.userId)
    if (!last) throw new Error('no line')
    await sql`update access_review_line set decision = 'confirmed' where review_id = ${reviewId}::bigint and line_id <> ${last.lineId}::bigint`.execute(db())
    await Promise.all([decide(last, 'confirm', null, second), server.call(accessReview.change, { reviewId, version: 1, verb: 'signOff' }, { as: signer })])
    const row = (await server.ok(accessReview.read, { reviewId }, { as: first })) as unknown as { reviewStatus: string; pendingCount: number }
    expect(row.pendingCount).toBe(0)
  }
})

test('the lines go out as a workbook; the auditor, who has no scope over people, reads them', async () => {
  const reviewId = await opened()
  const response = await server.raw(`/capcoapi${accessReviewLine.exportRows.path}`, { method: 'POST', as: first, body: JSON.stringify({ reviewId }), headers: { ...OWN_HEADERS, 'content-type': 'application/json' } })
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  const auditor = await server.sessionOf((await db().selectFrom('sys_user').select('user_id').where('login_name', '=', 'shenrizhi').executeTakeFirstOrThrow()).user_id)
  await db().updateTable('sys_user').set({ must_change_password: false }).where('user_id', '=', auditor.userId).execute()
  expect((await linesOf(reviewId, auditor)).length).toBeGreaterThan(0)
  expect((await server.call(queryAllUsersBySystem, {}, { as: auditor })).returnCode).toBe(CODE.forbidden)
})

test('no searched or sorted path reads the tables through', async () => {
  await sql`insert into access_review (title, review_date) select '旧复核' || n, date '1900-01-01' + n from generate_series(1, 1500) n`.execute(db())
  const reviewId = await opened()
  await sql`insert into access_review_line (review_id, user_id, role_id, real_name, login_name, role_name, sensitive_count, sensitive_permits)
    select (select review_id from access_review where title = '旧复核' || (1 + n % 1500)), (select min(user_id) from sys_user), n, '人员' || n, 'login' || n, '角色' || n % 50, 1, '敏感' from generate_series(1, 8000) n`.execute(db())
  await sql`analyze access_review, access_review_line`.execute(db())
  const principal = await server.platform.sessions.identify(first.token, first.cookie)
  for (const [m, filters, sort] of [
    [modules.accessReview.runtime, {}, undefined],
    [modules.accessReview.runtime, { keyword: '核77' }, { field: 'title', order: 'desc' }],
    [modules.accessReviewLine.runtime, { reviewId }, undefined],
    [modules.accessReviewLine.runtime, { reviewId, decision: 'pending' }, { field: 'roleName', order: 'desc' }],
    [modules.accessReviewLine.runtime, { keyword: '员777' }, undefined],
  ] as const) {
    const plan = await explainRows(db(), m, principal, { filters, sort })
    expect(Object.keys(filters).length > 0 ? plan : plan.split('\n\n')[0]).not.toMatch(/Seq Scan on (access_review|access_review_line) t/)
  }
})
