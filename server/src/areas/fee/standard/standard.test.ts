import { CODE } from '@assoc/contract'
import { yearNow } from '@assoc/contract/core/day'
import { feeStandard } from '@assoc/contract/fee/standard'
import { startTestServer, type TestServer } from '../../../../test/harness'
import { feeWorld, standardForm, type FeeWorld } from '../testing.repository'
import { gapsOf, overlapOf } from './bands'
import { gapsInForce } from './service'

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

test('votes, dates and bands are checked at their fields', async () => {
  expect(await refusal({ presentDelegates: 59 })).toEqual({ path: 'presentDelegates', message: '出席代表须达到应到代表的三分之二' })
  expect(await refusal({ presentDelegates: 91 })).toMatchObject({ path: 'presentDelegates' })
  expect(await refusal({ agreeVotes: 29 })).toEqual({ path: 'agreeVotes', message: '同意票须达到出席代表的半数' })
  expect(await refusal({ agreeVotes: 61 })).toMatchObject({ path: 'agreeVotes' })
  expect(await refusal({ publishDate: '2025-12-11' })).toEqual({ path: 'publishDate', message: '会费标准须在决议后 30 天内公开' })
  expect(await refusal({ publishDate: '2025-11-09' })).toMatchObject({ path: 'publishDate' })
  expect(await refusal({ resolutionDate: `${yearNow() + 1}-01-01`, publishDate: null })).toMatchObject({ path: 'resolutionDate' })
  expect(await refusal({ shareFrom: '10000', shareTo: '10000' })).toMatchObject({ path: 'shareTo' })
  expect(await refusal({ amount: 0 })).toMatchObject({ path: 'amount' })
})

/** Writes standards down and submits them; answers their ids. */
async function submitted(effectiveYear: number, ...bands: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const band of bands) {
    const { standardId } = await server.ok(feeStandard.insert, standardForm(world.categoryId, { effectiveYear, ...band }))
    await server.ok(feeStandard.change, { standardId, version: 1, verb: 'submit' })
    ids.push(standardId)
  }
  return ids
}
const step = async (standardId: string, verb: string, reason?: string) => {
  const { version } = await server.ok(feeStandard.read, { standardId })
  return server.call(feeStandard.change, { standardId, version, verb, ...(reason ? { reason } : {}) }, { as: world.head })
}

test('bands of a category and year are enacted one after another once all of them are submitted; a gap is named, also of a set that is enacted', async () => {
  const [low = ''] = await submitted(2027, { standardName: '低档', shareTo: '10000' })
  expect(await step(low, 'enact')).toMatchObject({ returnCode: CODE.inUse, returnMessage: '该类别 2027 年度还没有 10,000 万股及以上一档的标准，请先新增并提交，各档齐全后再启用' })
  const [high = ''] = await submitted(2027, { standardName: '高档', shareFrom: '20000' })
  expect(await step(low, 'enact')).toMatchObject({ returnMessage: expect.stringContaining('还没有 10,000 至 20,000 万股一档') })
  const [middle = ''] = await submitted(2027, { standardName: '中档', shareFrom: '10000', shareTo: '20000' })
  for (const standardId of [high, low, middle]) expect((await step(standardId, 'enact')).returnCode).toBe(CODE.ok)

  expect(await gapsInForce(server.platform.db, 2027)).toEqual([])
  await world.member()
  await step(low, 'stop', '改档')
  const name = (await server.ok(feeStandard.read, { standardId: low })).categoryName
  expect(await gapsInForce(server.platform.db, 2028)).toEqual([`${name}自 2027 年度起的会费标准没有 10,000 万股以下一档`])
  expect(await gapsInForce(server.platform.db, 2026)).toEqual([])
})

test('bands that meet are not enacted together, neither with one that stands nor with one that waits', async () => {
  const [whole = ''] = await submitted(2029, {})
  expect((await step(whole, 'enact')).returnCode).toBe(CODE.ok)
  const [overlap = ''] = await submitted(2029, { standardName: '另一档', shareFrom: '9999.9999' })
  expect(await step(overlap, 'enact')).toMatchObject({ returnCode: CODE.inUse, returnMessage: '股本区间与生效中的「测试会费」重叠，请先停用该标准或调整区间' })
  const race = await submitted(2028, { standardName: '甲档' }, { standardName: '乙档', shareFrom: '1' })
  const answers = await Promise.all(race.map((standardId) => step(standardId, 'enact')))
  expect(answers.map((a) => a.returnMessage)).toEqual(Array(2).fill('「甲档」与「乙档」的股本区间重叠，请先退回草稿调整其中一档'))
  await step(race[1] ?? '', 'takeBack')
  expect((await step(race[0] ?? '', 'enact')).returnCode).toBe(CODE.ok)
})

test('gaps and overlaps are told exactly, however long the figures', () => {
  const band = (shareFrom: string | null, shareTo: string | null) => ({ standardId: '1', name: '', status: 'active', shareFrom, shareTo })
  const long = '999999999999.9999'
  expect(gapsOf([])).toEqual([])
  expect(gapsOf([band(null, '0.0001'), band('0.0001', null)])).toEqual([])
  expect(gapsOf([band(null, '999999999999.9998'), band(long, null)])).toEqual([{ from: '999999999999.9998', to: long }])
  expect(gapsOf([band('5', '9'), band('7', '8')])).toEqual([{ from: '0', to: '5' }, { from: '9', to: null }])
  expect(overlapOf([band(long, null), band(null, long)])).toBeUndefined()
  expect(overlapOf([band('999999999999.9998', null), band(null, long)])).toBeDefined()
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
