import { brokenRules } from './rules'

// A Tuesday, 10:07 in Asia/Shanghai.
const now = new Date('2026-03-10T10:07:00+08:00')
const room = { openFrom: '08:00', openTo: '18:30', capacity: 10, roomStatus: 'available' as const }
const wish = (from: string, to: string, attendNum = 5) => ({ startTime: new Date(`${from}:00+08:00`), endTime: new Date(`${to}:00+08:00`), attendNum })
const broken = (w: ReturnType<typeof wish>, r = room, at = now) => Object.fromEntries(brokenRules(w, r, at, 30).map((b) => [b.path, b.message]))

test('a wish that breaks no rule is taken, at both ends of the opening hours and of the 30 days', () => {
  expect(broken(wish('2026-03-10T10:15', '2026-03-10T11:00'))).toEqual({})
  expect(broken(wish('2026-03-11T08:00', '2026-03-11T18:30', 10))).toEqual({})
  expect(broken(wish('2026-04-09T09:00', '2026-04-09T09:15'))).toEqual({})
})

test.each<[string, ReturnType<typeof wish>, Record<string, string>]>([
  ['grid', wish('2026-03-11T09:10', '2026-03-11T10:05'), { startTime: '开始时间须为整刻钟，例如 09:15', endTime: '结束时间须为整刻钟，例如 09:15' }],
  ['past', wish('2026-03-10T10:00', '2026-03-10T11:00'), { startTime: '开始时间不能早于现在' }],
  ['order', wish('2026-03-11T11:00', '2026-03-11T10:00'), { endTime: '结束时间须晚于开始时间' }],
  ['empty', wish('2026-03-11T11:00', '2026-03-11T11:00'), { endTime: '结束时间须晚于开始时间' }],
  ['two days', wish('2026-03-11T17:00', '2026-03-12T09:00'), { endTime: '开始和结束须在同一天' }],
  ['too far', wish('2026-04-10T09:00', '2026-04-10T10:00'), { startTime: '最多提前 30 天预约' }],
  ['before opening', wish('2026-03-11T07:45', '2026-03-11T08:30'), { startTime: '该会议室开放时间为 08:00–18:30' }],
  ['after closing', wish('2026-03-11T18:00', '2026-03-11T18:45'), { endTime: '该会议室开放时间为 08:00–18:30' }],
  ['too many', wish('2026-03-11T09:00', '2026-03-11T10:00', 11), { attendNum: '该会议室最多容纳 10 人' }],
])('%s is refused at its field', (_name, w, expected) => expect(broken(w)).toEqual(expected))

test('a room that is not available takes nothing', () => {
  expect(broken(wish('2026-03-11T09:00', '2026-03-11T10:00'), { ...room, roomStatus: 'maintenance' as never })).toEqual({ roomId: '该会议室维护中，暂不能预约' })
})

test('days and hours are those of Asia/Shanghai: just after midnight there it is still yesterday in UTC', () => {
  const night = { ...room, openFrom: '00:00', openTo: '23:30' }
  expect(broken(wish('2026-03-11T00:00', '2026-03-11T00:30'), night)).toEqual({})
  expect(broken(wish('2026-03-11T07:30', '2026-03-11T08:30'), night)).toEqual({})
  expect(broken(wish('2026-03-11T23:15', '2026-03-12T00:00'), night)).toMatchObject({ endTime: '开始和结束须在同一天' })
})
