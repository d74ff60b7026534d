import { allCalls, allPermits } from '../all'
import { labelOf, metaOf } from '../core/fields'
import { statusMachine } from '../core/status-machine'
import { companyResource, listStatus } from '../member/company'
import { boardOfStockCode, creditCodeCheckDigit, isCreditCode, isIdCard, mobile } from './identifiers'
import { passwordIsAllowed } from './password'

test('credit codes by GB 32100: the check digit is 31 minus the remainder', () => {
  expect(creditCodeCheckDigit('91350100M000100Y4')).toBe('3')
  expect(isCreditCode('91350100M000100Y43')).toBe(true)
  expect(isCreditCode('91350100M000100Y44')).toBe(false)
  expect(isCreditCode('91000000FCT0000145')).toBe(true)
  expect(isCreditCode('91350100I000100Y43')).toBe(false)
})

test('identity numbers need a date and their check digit', () => {
  expect(isIdCard('110101190001010014')).toBe(true)
  expect(isIdCard('11010119000202002x')).toBe(true)
  expect(isIdCard('110101190001010015')).toBe(false)
  expect(isIdCard('110101190013010014')).toBe(false)
  // 30 February, with the right check digit.
  const digit = (body: string) => [...'0123456789X'].map((d) => body + d)
  expect(digit('11010119000230001').some((id) => isIdCard(id))).toBe(false)
  expect(digit('11010119000228001').some((id) => isIdCard(id))).toBe(true)
  // Eighteen on the day itself, not the day before.
  const [born] = digit('11010120080315001').filter((id) => isIdCard(id, '2026-03-15'))
  expect(born).toBeDefined()
  expect(isIdCard(born ?? '', '2026-03-14')).toBe(false)
})

test('a stock code tells its board', () => {
  expect(['605998', '689998', '003998', '301998', '920000', '430000', '60599'].map(boardOfStockCode)).toEqual([
    'shMain', 'star', 'szMain', 'chiNext', 'bse', undefined, undefined,
  ])
})

test('mobile numbers lose prefix and blanks', () => {
  expect(mobile().parse('+86 199-0000-0001')).toBe('19900000001')
  expect(mobile().safeParse('12345').success).toBe(false)
})

test('passwords: long, no sequence, nothing personal', () => {
  expect(passwordIsAllowed('Blue-Kettle-Seven')).toBe(true)
  expect(passwordIsAllowed('短密码七个字哦')).toBe(false)
  for (const weak of ['123456789012', 'aaaaaaaaaaaa', 'abcdefghijkl', 'qwertyuiop12']) expect(passwordIsAllowed(weak)).toBe(false)
  expect(passwordIsAllowed('xx-jiamingshi-xx', ['jiamingshi'])).toBe(false)
})

test('a listed company needs its code, date and board, and they must fit each other', () => {
  const base = { companyName: '子虚电子股份有限公司', shortName: '子虚电子', companyType: 'listed', creditCode: '91000000FCT0000145', jurisdiction: '北京' }
  const wrong = (extra: object) => {
    const result = companyResource.insert.request.safeParse({ ...base, ...extra })
    return result.success ? [] : result.error.issues.map((i) => i.path.join('.'))
  }
  expect(wrong({})).toEqual(['stockCode', 'board', 'listDate'])
  expect(wrong({ stockCode: '605998', board: 'chiNext', listDate: '2020-01-02' })).toEqual(['stockCode'])
  expect(wrong({ stockCode: '605998', board: 'shMain', listDate: '2999-01-02' })).toEqual(['listDate'])
  expect(wrong({ stockCode: '605998', board: 'shMain', listDate: '2020-01-02' })).toEqual([])
})

test('status machines let through what they list and nothing else', () => {
  expect(listStatus.find('delist', 'unlisted')).toBeUndefined()
  expect(listStatus.find('markUnlisted', 'delisted')?.to).toBe('unlisted')
  const m = statusMachine('x', { a: ['甲', 'grey'], b: ['乙', 'green'] }, [{ from: ['a'], to: 'b', verb: 'go', label: '走', permit: 'rbac:post:update' }])
  expect([m.verbs('a', () => true), m.verbs('a', () => false), m.verbs('b', () => true)]).toEqual([['go'], [], []])
})

test('every call has one path, an access and a title; every permit it names exists', () => {
  expect(new Set(allCalls.map((c) => c.path)).size).toBe(allCalls.length)
  const codes = new Set(allPermits.map((p) => p.code))
  for (const call of allCalls) {
    expect(call.title).not.toBe('')
    if (call.access.kind === 'permit') expect(codes).toContain(call.access.code)
    if (call.access.kind === 'open') expect(call.access.reason.length).toBeGreaterThan(10)
  }
  expect(new Set(allPermits.map((p) => p.code)).size).toBe(allPermits.length)
})

test('labels are found through optional and refined schemas', () => {
  expect(labelOf(companyResource.insert.request, 'creditCode')).toBe('统一社会信用代码')
  expect(labelOf(companyResource.insert.request, 'stockCode')).toBe('证券代码')
  expect(labelOf(companyResource.insert.request, 'nothing')).toBe('nothing')
  expect(metaOf(companyResource.insert.request).label).toBeUndefined()
})
