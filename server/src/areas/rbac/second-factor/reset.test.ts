import { CODE } from '@assoc/contract'
import { queryMenuListByUserId } from '@assoc/contract/rbac/own'
import { secondFactorReset } from '@assoc/contract/rbac/second-factor-reset'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import * as factors from './repository'
import { expireByClock } from './reset'
import { newSecret } from './totp'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const administrator = (more: string[] = []) => server.person({ permits: ['rbac:user:resetFactor', ...more], scopes: { rbac: 'all' } })

/** A person with a factor, a recovery code and a remembered device. */
async function withFactor(permits: string[] = []): Promise<Session> {
  const person = await server.person({ permits })
  const { db, encryption } = server.platform
  const secret = encryption.encrypt(newSecret())
  await factors.storePending(db, person.userId, secret)
  await factors.confirm(db, person.userId, secret, 1)
  await factors.replaceRecoveryCodes(db, person.userId, ['print'])
  await factors.insertDevice(db, { userId: person.userId, tokenHash: Buffer.from(person.userId), device: 'x', ip: '127.0.0.1', days: 5 })
  return person
}

const REASON = '手机遗失，已当面核对证件'
const ask = (as: Session, userId: string) => server.call(secondFactorReset.insert, { userId, reason: REASON }, { as })
const decide = (as: Session, resetId: string, verb: string, more: object = {}) => server.call(secondFactorReset.change, { resetId, version: 1, verb, ...more }, { as })
const noticesOf = async (userId: string) => (await server.platform.db.selectFrom('notification').select('title').where('user_id', '=', userId).orderBy('notification_id').execute()).map((n) => n.title)
const askedFor = async (as: Session, userId: string) => (await ask(as, userId)).data?.resetId ?? ''

test('one asks, another confirms: factor, recovery codes, devices and sessions end; all three are told, both actions are audited', async () => {
  const [asker, other, person] = [await administrator(), await administrator(), await withFactor()]
  const { db } = server.platform
  const resetId = await askedFor(asker, person.userId)
  expect(await factors.factorOf(db, person.userId)).toBeDefined()
  // Each is shown what they may do.
  const abilities = async (as: Session) => (await server.ok(secondFactorReset.read, { resetId }, { as })).abilities
  expect([await abilities(asker), await abilities(other)]).toEqual([['withdraw'], ['approve', 'reject']])
  expect((await decide(other, resetId, 'approve')).returnCode).toBe(CODE.ok)
  expect([await factors.factorOf(db, person.userId), await factors.recoveryLeft(db, person.userId), await factors.devicesOf(db, person.userId)]).toEqual([undefined, 0, []])
  expect((await server.call(queryMenuListByUserId, { userId: person.userId }, { as: person })).returnCode).toBe(CODE.sessionEndedElsewhere)
  expect(await noticesOf(person.userId)).toEqual(['有人申请重置您的二次验证', '您的二次验证已重置'])
  expect(await noticesOf(other.userId)).toEqual(['待确认的二次验证重置'])
  expect(await noticesOf(asker.userId)).toEqual(['二次验证已重置'])
  const audits = await db.selectFrom('audit_log').select(['user_id', 'verb', 'record_type']).where('user_id', 'in', [asker.userId, other.userId]).execute()
  const by = { [asker.userId]: 'asker', [other.userId]: 'other' }
  expect(audits.map((a) => `${by[a.user_id ?? '']} ${a.verb} ${a.record_type}`).sort()).toEqual(['asker insert secondFactorReset', 'other approve secondFactorReset', 'other resetFactor user'])
})

test('neither the asker nor the person themselves can confirm; the database refuses it as well', async () => {
  const [asker, person] = [await administrator(), await withFactor(['rbac:user:resetFactor'])]
  const resetId = await askedFor(asker, person.userId)
  expect((await decide(asker, resetId, 'approve')).returnCode).not.toBe(CODE.ok)
  expect((await decide(person, resetId, 'approve')).returnCode).not.toBe(CODE.ok)
  const alone = server.platform.db.updateTable('second_factor_reset').set({ reset_status: 'approved', decide_by: asker.userId }).where('reset_id', '=', resetId).execute()
  await expect(alone).rejects.toThrow('second_factor_reset_two')
  expect(await factors.factorOf(server.platform.db, person.userId)).toBeDefined()
  expect((await ask(asker, asker.userId)).data).toMatchObject({ fields: [{ path: 'userId' }] })
})

test('both need all that the person holds: who lacks something can neither ask nor confirm', async () => {
  const [full, second, poor, person] = [await administrator(['rbac:menu:update']), await administrator(['rbac:menu:update']), await administrator(), await withFactor(['rbac:menu:update'])]
  expect((await ask(poor, person.userId)).returnCode).toBe(CODE.cannotGrant)
  const resetId = await askedFor(full, person.userId)
  expect((await decide(poor, resetId, 'approve')).returnCode).toBe(CODE.cannotGrant)
  expect((await decide(second, resetId, 'approve')).returnCode).toBe(CODE.ok)
})

test('of 20 confirmations at once one alone is carried out', async () => {
  const [asker, person] = [await administrator(), await withFactor()]
  const others = await Promise.all(Array.from({ length: 20 }, () => administrator()))
  const resetId = await askedFor(asker, person.userId)
  const codes = (await Promise.all(others.map((o) => decide(o, resetId, 'approve')))).map((a) => a.returnCode)
  expect(codes.filter((c) => c === CODE.ok)).toHaveLength(1)
  expect((await noticesOf(person.userId)).filter((t) => t === '您的二次验证已重置')).toHaveLength(1)
})

test('a request is good for a day: later it cannot be confirmed, the clock ends it, and a new one may be made', async () => {
  const [asker, other, person] = [await administrator(), await administrator(), await withFactor()]
  const { db } = server.platform
  const resetId = await askedFor(asker, person.userId)
  expect((await ask(other, person.userId)).data).toMatchObject({ fields: [{ path: 'userId', message: '该用户已有待确认的重置申请' }] })
  const { hours } = await db.selectFrom('second_factor_reset').select((eb) => eb(eb.ref('expire_time'), '-', eb.ref('create_time')).as('hours')).where('reset_id', '=', resetId).executeTakeFirstOrThrow()
  expect(hours).toMatchObject({ days: 1 })
  await db.updateTable('second_factor_reset').set({ expire_time: new Date(Date.now() - 1000) }).where('reset_id', '=', resetId).execute()
  expect((await decide(other, resetId, 'approve')).returnMessage).toContain('24 小时')
  await expireByClock(server.platform)
  expect((await db.selectFrom('second_factor_reset').select('reset_status').where('reset_id', '=', resetId).executeTakeFirstOrThrow()).reset_status).toBe('expired')
  expect((await ask(asker, person.userId)).returnCode).toBe(CODE.ok)
})

test('who has no factor needs no reset; a request is rejected with a reason, or withdrawn by who made it', async () => {
  const [asker, other, plain, person] = [await administrator(), await administrator(), await server.person(), await withFactor()]
  expect((await ask(asker, plain.userId)).data).toMatchObject({ fields: [{ path: 'userId', message: '该用户没有启用二次验证' }] })
  const first = await askedFor(asker, person.userId)
  expect((await decide(other, first, 'withdraw')).returnCode).not.toBe(CODE.ok)
  expect((await decide(asker, first, 'withdraw')).returnCode).toBe(CODE.ok)
  const second = await askedFor(asker, person.userId)
  expect((await decide(other, second, 'reject')).data).toMatchObject({ fields: [{ path: 'reason' }] })
  expect((await decide(other, second, 'reject', { reason: '未能联系到本人' })).returnCode).toBe(CODE.ok)
  expect(await factors.factorOf(server.platform.db, person.userId)).toBeDefined()
})
