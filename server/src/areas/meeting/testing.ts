import type { RequestOf } from '@assoc/contract'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { type insertReservation } from '@assoc/contract/meeting/reservation'
import { room } from '@assoc/contract/meeting/room'
import type { TestServer } from '../../../test/harness'

export const BOOKER = ['meeting:room:read', 'meeting:reservation:read', 'meeting:reservation:insert']

/** An instant on a coming day at a clock time in Asia/Shanghai. */
export const at = (daysAhead: number, clock: string): string => instantOf(`${dayAfter(today(), daysAhead)} ${clock}`)

let counter = 0

/** Makes a room that is open all day; answers its id. */
export async function buildRoom(server: TestServer, given: Partial<RequestOf<typeof room.insert>> = {}): Promise<string> {
  const fields = { roomName: `测试室${++counter}`, location: '一层', capacity: 10, equipment: [], openFrom: '00:00', openTo: '23:30', needAudit: false }
  return (await server.ok(room.insert, { ...fields, ...given })).roomId
}

/** The wish for a room tomorrow from 9 to 10. */
export const wish = (roomId: string, given: Partial<RequestOf<typeof insertReservation>> = {}): RequestOf<typeof insertReservation> => ({
  roomId,
  title: '例会',
  startTime: at(1, '09:00'),
  endTime: at(1, '10:00'),
  attendNum: 5,
  ...given,
})
