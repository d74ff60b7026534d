import { CODE, type FileItem } from '@assoc/contract'
import { balanceRequest, payOutRefund } from '@assoc/contract/fee/balance'
import { balance, refundBalance, selectBalanceEntries, useBalance } from '@assoc/contract/fee/payment'
import { yearNow } from '@assoc/contract/core/day'
import { uploadFile } from '@assoc/contract/platform/file'
import { sql } from 'kysely'
import { startTestServer, type Session, type TestServer } from '../../../../test/harness'
import { validateDeleting } from '../../member/membership/hooks'
import { feeWorld, type FeeWorld } from '../testing.repository'
import { differences } from './check.repository'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
  world = await feeWorld(server)
})
afterEach(async () => expect((await differences(server.platform.db)).differences).toEqual([]))
afterAll(() => server.stop())

const ACCOUNT = '0000123400005678'
const basis = async () => [(await server.upload(uploadFile, { purpose: 'balanceRequest.basis' }, { name: '批准文件.pdf', bytes: Buffer.from('%PDF-1.7') }, world.clerk)).data as FileItem]
async function rich(amount: number): Promise<string> {
  const memberId = await world.member()
  if (amount > 0) await world.settle(await world.register(memberId, amount))
  return memberId
}
const left = async (memberId: string) => (await world.money(memberId)).balance
const payee = { payeeName: '子虚付款', payeeBank: '子虚银行虚构支行', payeeAccount: ACCOUNT }

type Asked = { requestType: 'adjustment' | 'transfer' | 'refund'; memberId: string; amount: number; direction?: 'increase' | 'decrease' | null; toMemberId?: string | null }
const ask = async (asked: Asked, more: object = {}, as = world.clerk) =>
  server.call(balanceRequest.insert, { reason: '会员来函', basis: asked.requestType === 'refund' ? [] : await basis(), ...(asked.requestType === 'refund' ? payee : {}), ...asked, ...more }, { as })
const asked = async (of: Asked) => {
  const answer = await ask(of)
  if (answer.returnCode !== CODE.ok) throw new Error(answer.returnMessage)
  return answer.data.requestId
}
async function step(requestId: string, verb: string, reason: string | null = '核实', as: Session = world.head) {
  const { version } = await server.ok(balanceRequest.read, { requestId })
  return server.call(balanceRequest.change, { requestId, version, verb, reason }, { as })
}
const entriesOf = async (memberId: string) => (await server.ok(selectBalanceEntries, { memberId })).items.map((e) => [e.entryType, e.entryAmount])
const refusedAt = (path: string, message: string) => ({ returnCode: CODE.input, data: { fields: [{ path, message: expect.stringContaining(message) }] } })

test('a balance is set right by one who asks and another who approves, and back again', async () => {
  const memberId = await rich(1000)
  const up = await asked({ requestType: 'adjustment', memberId, amount: 200, direction: 'increase' })
  expect(await server.ok(balanceRequest.read, { requestId: up })).toMatchObject({ requestNo: expect.stringMatching(/^YE\d{12}$/), change: 200, applicant: '范经办', basis: [{ fileName: '批准文件.pdf' }], requestStatus: 'pending' })
  expect(await left(memberId)).toBe(1000)
  expect(await step(up, 'approve', '同意', world.clerk)).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '您登记或修改过此记录，“批准”须由其他人办理' })
  expect((await step(up, 'approve')).returnCode).toBe(CODE.ok)
  expect(await left(memberId)).toBe(1200)
  const down = await asked({ requestType: 'adjustment', memberId, amount: 1200, direction: 'decrease' })
  expect(await left(memberId)).toBe(0)
  await step(down, 'approve')
  expect(await entriesOf(memberId)).toEqual([['adjustment', -1200], ['hold', 1200], ['hold', -1200], ['adjustment', 200], ['deposit', 1000]])
  expect(await step(up, 'undo', '调错')).toMatchObject({ returnCode: CODE.inUse, returnMessage: expect.stringContaining('已不足 2.00 元，不能撤销') })
  expect((await step(down, 'undo', '调错')).returnCode).toBe(CODE.ok)
  expect((await step(up, 'undo', '调错')).returnCode).toBe(CODE.ok)
  expect(await left(memberId)).toBe(1000)
  expect(await server.ok(balanceRequest.read, { requestId: up })).toMatchObject({ requestStatus: 'undone', decider: '范主管', abilities: [] })
})

test('what a kind needs is asked for at its field; what it does not need is not kept', async () => {
  const [memberId, toMemberId] = [await rich(100), await rich(0)]
  expect(await ask({ requestType: 'adjustment', memberId, amount: 1 })).toMatchObject(refusedAt('direction', '请选择调整方向'))
  expect(await ask({ requestType: 'adjustment', memberId, amount: 1, direction: 'increase' }, { basis: [] })).toMatchObject(refusedAt('basis', '须上传依据文件'))
  expect(await ask({ requestType: 'transfer', memberId, amount: 1 })).toMatchObject(refusedAt('toMemberId', '请选择转入会员'))
  expect(await ask({ requestType: 'transfer', memberId, amount: 1, toMemberId: memberId })).toMatchObject(refusedAt('toMemberId', '不能是转出会员本身'))
  expect(await ask({ requestType: 'transfer', memberId, amount: 101, toMemberId })).toMatchObject(refusedAt('amount', '可用余额 1.00 元'))
  expect(await ask({ requestType: 'refund', memberId, amount: 1 }, { payeeAccount: null })).toMatchObject(refusedAt('payeeAccount', '请填写收款账号'))
  expect(await ask({ requestType: 'refund', memberId, amount: 1 }, { payeeAccount: '12' })).toMatchObject(refusedAt('payeeAccount', '8–30 位数字'))
  const requestId = (await ask({ requestType: 'transfer', memberId, amount: 1, toMemberId }, { ...payee, direction: 'decrease' })).data.requestId
  expect(await server.ok(balanceRequest.read, { requestId })).toMatchObject({ direction: null, payeeName: null, payeeAccount: null })
  expect((await step(requestId, 'release')).returnMessage).toBe('放款和付款退回只用于退还余额')
})

test('a refund: held when asked for, released by another, closed with the serial of the bank; the account is sealed and shown masked', async () => {
  const memberId = await rich(1000)
  await world.bill(memberId, 2025, 800)
  const { requestId, balance: rest } = await server.ok(refundBalance, { memberId, amount: 600, ...payee, reason: '多缴退回' }, { as: world.clerk })
  expect([rest, await left(memberId)]).toEqual([400, 400])
  expect((await server.ok(balance.read, { memberId })).heldAmount).toBe(600)
  // Nobody uses it meanwhile.
  expect((await ask({ requestType: 'refund', memberId, amount: 401 })).returnCode).toBe(CODE.input)
  expect((await server.ok(useBalance, { memberId }, { as: world.head })).used).toBe(400)

  const row = await server.ok(balanceRequest.read, { requestId }, { as: world.head })
  expect(row).toMatchObject({ payeeAccount: '**** **** 5678', payeeName: '子虚付款', change: -600, abilities: ['release', 'reject'] })
  const { db } = server.platform
  expect(JSON.stringify((await sql`select * from balance_request where request_id = ${requestId}`.execute(db)).rows)).not.toContain(ACCOUNT)
  const log = await db.selectFrom('audit_log').selectAll().where('record_type', '=', 'balanceRequest').execute()
  expect(JSON.stringify(log)).not.toContain(ACCOUNT)
  expect((await server.ok(balanceRequest.plain as NonNullable<typeof balanceRequest.plain>, { requestId, fields: ['payeeAccount'] })).values).toEqual({ payeeAccount: ACCOUNT })

  expect((await step(requestId, 'release', null, world.clerk)).returnCode).toBe(CODE.forbidden)
  expect((await step(requestId, 'approve')).returnMessage).toContain('退还余额请用「放款」')
  expect((await step(requestId, 'release')).returnCode).toBe(CODE.ok)
  expect(await entriesOf(memberId)).toEqual([['refund', -600], ['hold', 600], ['use', -400], ['hold', -600], ['deposit', 1000]])
  expect((await step(requestId, 'payOut')).returnMessage).toBe('请用「登记付款」填写付款流水号')
  const pay = (more: object = {}) => server.call(payOutRefund, { requestId, version: 2, bankSerial: 'OUT0001', paidDate: '2026-03-06', ...more }, { as: world.head })
  expect(await pay({ paidDate: `${yearNow() + 1}-01-01` })).toMatchObject(refusedAt('paidDate', '不能晚于今天'))
  // What they typed is not put before them as if somebody had changed it.
  expect(await pay({ version: 1 })).toMatchObject({ returnCode: CODE.conflict, data: { current: { bankSerial: 'OUT0001', version: 2 } } })
  expect((await pay()).returnCode).toBe(CODE.ok)
  expect(await server.ok(balanceRequest.read, { requestId })).toMatchObject({ requestStatus: 'done', bankSerial: 'OUT0001', paidDate: '2026-03-06' })
  const other = await asked({ requestType: 'refund', memberId: await rich(5), amount: 5 })
  await step(other, 'release')
  expect(await server.call(payOutRefund, { requestId: other, version: 2, bankSerial: 'OUT0001', paidDate: '2026-03-06' }, { as: world.head })).toMatchObject(refusedAt('bankSerial', '已登记过'))
  // The bank gave it back: it stands on the balance again.
  expect((await step(requestId, 'bounce', '账号不符')).returnCode).toBe(CODE.ok)
  expect(await left(memberId)).toBe(600)
})

test('what is refused or taken back is free again; only who asked takes it back', async () => {
  const memberId = await rich(100)
  const [first, second] = [await asked({ requestType: 'refund', memberId, amount: 60 }), await asked({ requestType: 'refund', memberId, amount: 40 })]
  expect(await left(memberId)).toBe(0)
  expect((await step(first, 'reject', '账号有误')).returnCode).toBe(CODE.ok)
  expect((await step(second, 'withdraw')).returnMessage).toBe('只有申请人可以撤回')
  expect((await step(second, 'withdraw', null, world.clerk)).returnCode).toBe(CODE.ok)
  expect([await left(memberId), (await server.ok(balance.read, { memberId })).heldAmount]).toEqual([100, 0])
})

test('a transfer moves both balances in one transaction, and back by the reverse while the money is there', async () => {
  const [from, to] = [await rich(1000), await rich(10)]
  const requestId = await asked({ requestType: 'transfer', memberId: from, toMemberId: to, amount: 700 })
  expect([await left(from), await left(to)]).toEqual([300, 10])
  await step(requestId, 'approve')
  expect([await left(from), await left(to)]).toEqual([300, 710])
  expect((await entriesOf(to))[0]).toEqual(['transfer', 700])
  const spent = await asked({ requestType: 'refund', memberId: to, amount: 20 })
  expect((await step(requestId, 'undo', '转错')).returnMessage).toContain('已不足 7.00 元，不能撤销')
  await step(spent, 'withdraw', null, world.clerk)
  expect((await step(requestId, 'undo', '转错')).returnCode).toBe(CODE.ok)
  expect([await left(from), await left(to)]).toEqual([1000, 10])
  // Money that came by a transfer can be given back.
  const again = await asked({ requestType: 'transfer', memberId: from, toMemberId: to, amount: 500 })
  await step(again, 'approve')
  const out = await asked({ requestType: 'refund', memberId: to, amount: 510 })
  expect((await step(out, 'release')).returnCode).toBe(CODE.ok)
  expect([await left(from), await left(to)]).toEqual([500, 0])
})

test('50 refunds asked for at once out of one balance hold no more than there is; 50 releases give each out once', async () => {
  const memberId = await rich(1000)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask({ requestType: 'refund', memberId, amount: 300 })))
  const ids = answers.filter((a) => a.returnCode === CODE.ok).map((a) => a.data.requestId)
  expect([ids.length, answers.filter((a) => a.returnCode === CODE.input).length, await left(memberId)]).toEqual([3, 47, 100])
  const releases = await Promise.all(Array.from({ length: 50 }, (_, i) => server.call(balanceRequest.change, { requestId: ids[i % 3] ?? '', version: 1, verb: 'release' }, { as: world.head })))
  expect(releases.filter((a) => a.returnCode === CODE.ok)).toHaveLength(3)
  expect(await left(memberId)).toBe(100)
  expect((await entriesOf(memberId)).filter(([type]) => type === 'refund')).toHaveLength(3)
})

test('50 transfers asked for at once out of one balance: what is there goes over once, and nothing below zero', async () => {
  const [from, to] = [await rich(1000), await rich(0)]
  const files = await Promise.all(Array.from({ length: 50 }, () => basis()))
  const answers = await Promise.all(files.map((of) => ask({ requestType: 'transfer', memberId: from, toMemberId: to, amount: 300 }, { basis: of })))
  const ids = answers.filter((a) => a.returnCode === CODE.ok).map((a) => a.data.requestId)
  expect([ids.length, await left(from), await left(to)]).toEqual([3, 100, 0])
  await Promise.all(ids.map((requestId) => step(requestId, 'approve')))
  expect([await left(from), await left(to)]).toEqual([100, 900])
  // Whoever only ever got money of another has something to account for.
  await expect(validateDeleting(server.platform.db, to)).rejects.toThrow('不能删除')
})

test('50 transfers across each other at once: nothing is lost, nothing waits for ever', async () => {
  const [a, b] = [await rich(1000), await rich(1000)]
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? asked({ requestType: 'transfer', memberId: a, toMemberId: b, amount: 20 }) : asked({ requestType: 'transfer', memberId: b, toMemberId: a, amount: 20 }))))
  const answers = await Promise.all(ids.map((requestId) => server.call(balanceRequest.change, { requestId, version: 1, verb: 'approve' }, { as: world.head })))
  expect(answers.map((x) => x.returnCode)).toEqual(ids.map(() => CODE.ok))
  expect([await left(a), await left(b)]).toEqual([1000, 1000])
})

test('control: two transfers that lock in the order of their own members deadlock; two that look without a lock both find enough', async () => {
  const { db } = server.platform
  const [a, b] = [await rich(100), await rich(100)]
  const meeting = () => {
    let came = 0
    return async () => {
      came += 1
      while (came < 2) await new Promise((done) => setTimeout(done, 5))
    }
  }
  const crossed = meeting()
  const lockOwn = (first: string, second: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select 1 from member where member_id = ${first} for update`.execute(tx)
      await crossed()
      await sql`select 1 from member where member_id = ${second} for update`.execute(tx)
    })
  expect((await Promise.allSettled([lockOwn(a, b), lockOwn(b, a)])).filter((r) => r.status === 'rejected')).toHaveLength(1)

  const looked = meeting()
  const look = () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ enough: boolean }>`select balance >= 80 as enough from member where member_id = ${a}`.execute(tx)
      await looked()
      return rows[0]?.enough
    })
  expect(await Promise.all([look(), look()])).toEqual([true, true])
})
