import { pair, type Sharer } from '../stay/pair'
import { fill, type FreeSeat, type Guest } from './fill'

const seats = (lines: number, across: number): FreeSeat[] => Array.from({ length: lines * across }, (_, i) => ({ seatId: `${Math.floor(i / across) + 1}-${(i % across) + 1}`, area: 'A', line: Math.floor(i / across) + 1, place: (i % across) + 1 }))
const guest = (registerId: string, given: Partial<Guest> = {}): Guest => ({ registerId, companyId: null, companyName: null, jurisdiction: null, rank: null, categoryName: null, ...given })
const of = (company: string, ids: string[], given: Partial<Guest> = {}) => ids.map((id) => guest(id, { companyId: company, companyName: `公司${company}`, ...given }))
const RULES = { byRank: true, companyTogether: true, jurisdictionBlocks: false }
const where = (result: ReturnType<typeof fill>) => Object.fromEntries(result.seated.map(({ registerId, seatId }) => [registerId, seatId]))

test('a higher category sits further to the front, who has none behind, each with the reason', () => {
  const result = fill(seats(1, 3), [guest('none'), guest('member', { rank: 5, categoryName: '会员单位' }), guest('chair', { rank: 1, categoryName: '会长单位' })], RULES)
  expect(where(result)).toEqual({ chair: '1-1', member: '1-2', none: '1-3' })
  expect(result.seated.map(({ reason }) => reason)).toEqual(['会长单位', '会员单位', '无会员类别'])
})

test('a company sits beside each other: the gap before it goes to a smaller one', () => {
  const result = fill(seats(2, 4), [...of('1', ['a1', 'a2', 'a3'], { rank: 1 }), ...of('2', ['b1', 'b2'], { rank: 2 }), guest('c', { rank: 3 })], RULES)
  expect(where(result)).toEqual({ a1: '1-1', a2: '1-2', a3: '1-3', b1: '2-1', b2: '2-2', c: '1-4' })
  expect(result.seated.find(({ registerId }) => registerId === 'b1')?.reason).toContain('公司2 2 人相邻')
})

test('a company larger than any line is divided, and whoever finds no seat is left over', () => {
  const result = fill(seats(2, 2), of('1', ['a', 'b', 'c', 'd', 'e']), RULES)
  expect(result.seated).toHaveLength(4)
  expect(result.left.map(({ registerId }) => registerId)).toEqual(['e'])
  expect(result.seated[0]?.reason).toContain('同排空位不足')
})

test('an office forms a block, in the order of its highest rank', () => {
  const guests = [guest('bj', { jurisdiction: '北京', rank: 3 }), guest('sh1', { jurisdiction: '上海', rank: 1 }), guest('bj2', { jurisdiction: '北京', rank: 2 }), guest('sh2', { jurisdiction: '上海', rank: 9 })]
  expect(where(fill(seats(1, 4), guests, { ...RULES, jurisdictionBlocks: true }))).toEqual({ sh1: '1-1', sh2: '1-2', bj2: '1-3', bj: '1-4' })
})

test('2,000 people on 2,000 seats: everybody has one seat of their own, within a second', () => {
  const guests = Array.from({ length: 2000 }, (_, i) => guest(String(i), { companyId: String(i % 700), jurisdiction: `辖区${i % 36}`, rank: i % 8 }))
  const started = performance.now()
  const { seated, left } = fill(seats(50, 40), guests, { ...RULES, jurisdictionBlocks: true })
  expect(performance.now() - started).toBeLessThan(1000)
  expect([new Set(seated.map((one) => one.seatId)).size, new Set(seated.map((one) => one.registerId)).size, left.length]).toEqual([2000, 2000, 0])
})

const sharer = (registerId: string, given: Partial<Sharer> = {}): Sharer => ({ registerId, name: registerId, gender: 'male', companyId: null, companyName: null, roommate: null, checkInDate: '2026-04-01', checkOutDate: '2026-04-03', ...given })
const pairsOf = (people: Sharer[]) => pair(people).pairs.map(({ people: [a, b], reason }) => [[a.name, b.name].sort().join('+'), reason])

test('wishes come before companies, companies before nights; only one gender shares', () => {
  expect(pairsOf([
    sharer('甲', { roommate: '丁', companyId: '1' }), sharer('乙', { companyId: '1' }), sharer('丙', { companyId: '1' }), sharer('丁', { roommate: '甲' }),
    sharer('戊', { gender: 'female' }), sharer('己', { gender: 'female', roommate: '戊' }),
  ])).toEqual([['丁+甲', '双方互选'], ['己+戊', '一方指定'], ['丙+乙', '同单位同性别，入住日期相同']])
})

test('a wish for somebody of another gender pairs nobody, and everybody who is left over is named with the reason', () => {
  const { pairs, left } = pair([sharer('甲', { roommate: '乙' }), sharer('乙', { gender: 'female', roommate: '甲' }), sharer('丙', { gender: 'unknown' }), sharer('丁', { checkInDate: '2026-04-05', checkOutDate: '2026-04-06' })])
  expect(pairs).toEqual([])
  expect(left.map(({ person, why }) => [person.name, why])).toEqual([['甲', '没有同性别且日期重叠的合住人'], ['乙', '没有同性别且日期重叠的合住人'], ['丙', '未填性别，不能自动合住'], ['丁', '没有同性别且日期重叠的合住人']])
})
