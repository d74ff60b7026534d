import { CODE } from '@assoc/contract'
import { feeStandard } from '@assoc/contract/member/fee-standard'
import { sql } from 'kysely'
import { startTestServer, vacuumed, type TestServer } from '../../../../../test/harness'
import { explainRows } from '../../../../platform/resource/rows.repository'
import { enacted, feeWorld, standardForm, type FeeWorld } from '../testing.repository'
import { feeStandard as mounted } from '.'

let server: TestServer
let world: FeeWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await feeWorld(server)
})
afterAll(() => server.stop())

const refusal = async (more: object) => {
  const answer = await server.call(feeStandard.insert, standardForm(world.categoryId, more))
  return answer.returnCode === CODE.input ? (answer.data as unknown as { fields: { path: string; message: string }[] }).fields[0] : answer.returnCode
}

test('votes, dates and bands are judged at their fields', async () => {
  expect(await refusal({ presentDelegates: 59 })).toEqual({ path: 'presentDelegates', message: '出席代表须达到应到代表的三分之二' })
  expect(await refusal({ presentDelegates: 91 })).toMatchObject({ path: 'presentDelegates' })
  expect(await refusal({ agreeVotes: 29 })).toEqual({ path: 'agreeVotes', message: '同意票须达到出席代表的半数' })
  expect(await refusal({ agreeVotes: 61 })).toMatchObject({ path: 'agreeVotes' })
  expect(await refusal({ publishDate: '2025-12-11' })).toEqual({ path: 'publishDate', message: '会费标准须在决议后 30 天内公开' })
  expect(await refusal({ publishDate: '2025-11-09' })).toMatchObject({ path: 'publishDate' })
  expect(await refusal({ resolutionDate: '2099-01-01', publishDate: null })).toMatchObject({ path: 'resolutionDate' })
  expect(await refusal({ shareFrom: '10000', shareTo: '10000' })).toMatchObject({ path: 'shareTo' })
  expect(await refusal({ amount: 0 })).toMatchObject({ path: 'amount' })
})

test('bands that meet are not enacted together; side by side they are; in the test of the race one of two wins', async () => {
  const of = { effectiveYear: 2027 }
  await enacted(server, world.head, world.categoryId, { ...of, shareTo: '10000' })
  const overlap = await server.ok(feeStandard.insert, standardForm(world.categoryId, { ...of, shareFrom: '9999.9999' }))
  await server.ok(feeStandard.change, { standardId: overlap.standardId, version: 1, verb: 'submit' })
  expect(await server.call(feeStandard.change, { standardId: overlap.standardId, version: 2, verb: 'enact' })).toMatchObject({ returnCode: CODE.inUse, returnMessage: '股本区间与生效中的「测试会费」重叠，请先停用该标准或调整区间' })
  await enacted(server, world.head, world.categoryId, { ...of, shareFrom: '10000' })
  const race = await Promise.all(['1', '2'].map(async (shareFrom) => {
    const { standardId } = await server.ok(feeStandard.insert, standardForm(world.categoryId, { effectiveYear: 2028, shareFrom }))
    await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
    return standardId
  }))
  const answers = await Promise.all(race.map((standardId) => server.call(feeStandard.change, { standardId, version: 2, verb: 'enact' })))
  expect(answers.map((a) => a.returnCode).sort()).toEqual([CODE.ok, CODE.inUse].sort())
})

test('only a draft is changed or deleted, and never one that was billed', async () => {
  const { standardId } = await server.ok(feeStandard.insert, standardForm(world.categoryId, { effectiveYear: 2030 }))
  const form = standardForm(world.categoryId, { effectiveYear: 2031, shareTo: '8000.5' })
  expect(await server.ok(feeStandard.update, { ...form, standardId, version: 1 })).toEqual({ version: 2 })
  expect(await server.ok(feeStandard.read, { standardId })).toMatchObject({ amount: 4_000_000, shareFrom: null, shareTo: '8000.5', abilities: ['update', 'submit', 'delete'] })
  await server.ok(feeStandard.change, { standardId, version: 2, verb: 'submit' })
  expect((await server.call(feeStandard.update, { ...form, standardId, version: 3 })).returnCode).toBe(CODE.forbidden)
  await server.ok(feeStandard.change, { standardId, version: 3, verb: 'takeBack' })
  await server.ok(feeStandard.remove, { standardId, version: 4 })
  await world.bill(await world.member(), 2025, 100)
  const { items } = await server.ok(feeStandard.list, { categoryId: world.categoryId, keyword: '基础' })
  expect(items[0]).toMatchObject({ billCount: 1, abilities: ['stop'] })
  expect(await server.call(feeStandard.remove, { standardId: items[0]?.standardId ?? '', version: 1 })).toMatchObject({ returnCode: CODE.forbidden, returnMessage: '已出账单的会费标准不能修改或删除' })
})

test('no searched or sorted path reads the table through', async () => {
  const { db, sessions } = server.platform
  await sql`insert into fee_standard (standard_name, category_id, amount, effective_year, resolution_no, resolution_date, total_delegates, present_delegates, agree_votes)
    select '标准' || n, ${world.categoryId}, 100 + n, 2000 + n % 100, 'x', '2025-01-01', 3, 2, 1 from generate_series(1, 20000) n`.execute(db)
  await vacuumed(db, 'fee_standard')
  const who = await sessions.identify(server.admin.token, server.admin.cookie)
  for (const order of ['asc', 'desc'] as const)
    for (const field of ['amount', 'effectiveYear']) expect((await explainRows(db, mounted.mounted, who, { filters: {}, sort: { field, order } })).split('\n\n')[0]).not.toMatch(/Seq Scan on fee_standard t/)
})
