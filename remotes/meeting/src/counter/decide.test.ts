import { find, decide, ServerClock, type Snapshot } from './decide'

const person = { registerId: '7', version: 2, name: '甄离线', pinyin: ['zlx', 'zhenlixian'], companyName: '子虚科技', postName: '董事', seat: 'A-1-2', expected: true, statusText: '报名成功', mobileEnd: '0417', signTime: null }
const snapshot: Snapshot = {
  meetingName: '年会', sessionName: '全体会议', sessionStatus: 'planned', signFrom: '2026-11-25T01:00:00.000Z', lateFrom: '2026-11-25T02:00:00.000Z', signTo: '2026-11-25T04:00:00.000Z', keepUntil: '2026-11-25T16:00:00.000Z',
  serverTime: '2026-11-25T01:10:00.000Z', publicKey: '',
  people: [person, { ...person, registerId: '8', name: '乌取消', expected: false, statusText: '已取消', pinyin: ['wqx'] }, { ...person, registerId: '9', name: '吴先到', pinyin: ['wxd'], mobileEnd: '0418', signTime: '2026-11-25T01:05:00.000Z' }],
}
const at = (clock: string) => Date.parse(`2026-11-25T${clock}:00.000Z`)

test('a counter by itself decides as the server would: window, place, code, doubles, lateness', () => {
  const told = (registerId: string, version: number | null, now: number, given: Partial<Snapshot> = {}, signedAt?: string) => {
    const { outcome, message, late, kept } = decide({ ...snapshot, ...given }, { registerId, version }, signedAt, now)
    return [outcome, late, kept, message]
  }
  expect(told('7', 2, at('01:30'))).toEqual(['accepted', false, true, '签到成功，联网后上传'])
  expect(told('7', 2, at('02:00'))).toEqual(['accepted', true, true, '签到成功（迟到），联网后上传'])
  expect(told('7', 2, at('00:59'))).toEqual(['refused', false, false, '签到尚未开始，开始时间为 2026-11-25 09:00'])
  expect(told('7', 2, at('00:59'), { sessionStatus: 'opened' })[0]).toBe('accepted')
  expect(told('7', 2, at('04:00'))).toEqual(['refused', false, false, '本场签到已结束，请联系会务组'])
  expect(told('7', 2, at('01:30'), { sessionStatus: 'closed' })[3]).toBe('本场签到已关闭，请联系会务组')
  expect(told('7', 1, at('01:30'))[3]).toBe('该个人签到码已更换，请出示最新的签到码')
  // Replaced after the list was taken: a newer code is as good.
  expect(told('7', 3, at('01:30'))[0]).toBe('accepted')
  expect(told('8', 2, at('01:30'))[3]).toBe('报名尚未成功（已取消），请联系会务组')
  expect(told('9', null, at('01:30'))).toEqual(['duplicate', false, false, '已于 09:05 签到，无需重复'])
  expect(told('7', 2, at('01:30'), {}, '2026-11-25T01:20:00.000Z')).toEqual(['duplicate', false, false, '已于 09:20 签到，无需重复'])
  expect(told('10', 1, at('01:30'))).toEqual(['accepted', false, true, '签到码有效，离线名册中没有此人，已记录，联网后核对'])
})

test('people are found in the list by name, pinyin, company and last digits, those without a place are not', () => {
  const names = (typed: string) => find(snapshot, typed).items.map(({ name }) => name)
  expect([names('离线'), names('zlx'), names('ZHENLI'), names('0418'), names('wqx')]).toEqual([['甄离线'], ['甄离线'], ['甄离线'], ['吴先到'], []])
  expect(find(snapshot, '子虚').total).toBe(2)
  expect(names('17')).toEqual([])
})

test('the server’s time goes on by a clock that does not jump, whatever is done to the device’s own', () => {
  const [date, performanceNow] = [jest.spyOn(Date, 'now'), jest.spyOn(performance, 'now')]
  date.mockReturnValue(at('20:00'))
  performanceNow.mockReturnValue(1_000)
  const clock = new ServerClock()
  // Asked at 1,000, answered at 1,200: the server said it at about 1,100.
  performanceNow.mockReturnValue(1_200)
  clock.set('2026-11-25T01:10:00.000Z', 1_000)
  date.mockReturnValue(at('03:00'))
  performanceNow.mockReturnValue(61_100)
  expect(clock.iso()).toBe('2026-11-25T01:11:00.000Z')
  // A page of before knows how far the device's clock is off.
  clock.restore(at('01:00') - at('03:00'))
  performanceNow.mockReturnValue(71_100)
  expect(clock.iso()).toBe('2026-11-25T01:00:10.000Z')
  date.mockRestore()
  performanceNow.mockRestore()
})
