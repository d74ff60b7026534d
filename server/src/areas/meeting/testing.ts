import type { RequestOf } from '@assoc/contract'
import { dayAfter, instantOf, today } from '@assoc/contract/core/day'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { type insertReservation } from '@assoc/contract/meeting/reservation'
import { room } from '@assoc/contract/meeting/room'
import type { Session, TestServer } from '../../../test/harness'

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

export const MEETING_PERMITS = ['meeting:meeting:read', 'meeting:meeting:update', 'meeting:registration:read', 'meeting:registration:update']
type GivenMeeting = Partial<RequestOf<typeof meetingResource.insert>>

/** An instant some hours from now, on the minute. */
export const inHours = (hours: number) => new Date(Math.round(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()

/** People who plan meetings and register for them, and what tests do with meetings that are open. */
export async function meetingsFor(server: TestServer) {
  const { dept_id: deptId } = await server.platform.db.insertInto('dept').values({ parent_id: null, dept_name: '会务部', sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()
  const planner: Session = await server.person({ permits: [...MEETING_PERMITS, 'meeting:registration:audit'], scopes: { meeting: 'all', member: 'all' } })
  const clerk: Session = await server.person({ permits: MEETING_PERMITS, scopes: { meeting: 'all', member: 'all' } })
  const read = (registerId: string) => server.ok(registration.read, { registerId }, { as: planner })
  let people = 0
  return {
    deptId,
    planner,
    clerk,
    read,
    /** A meeting that is open for registrations, approved by somebody else than who planned it. */
    async open(given: GivenMeeting = {}): Promise<string> {
      const fields = { ...NEW_MEETING, needAudit: false, meetingName: '测试会议', meetingType: 'seminar' as const, organizerDeptId: deptId, startTime: inHours(72), endTime: inHours(76), address: '一层大厅', ...given }
      const { meetId } = await server.ok(meetingResource.insert, fields, { as: planner })
      await server.ok(meetingResource.change, { meetId, version: 1, verb: 'submit' }, { as: planner })
      await server.ok(meetingResource.change, { meetId, version: 2, verb: 'approve' })
      await server.ok(meetingResource.change, { meetId, version: 3, verb: 'open' }, { as: planner })
      return meetId
    },
    person: (meetId: string, companyId: string | null = null): RequestOf<typeof registration.insert> => ({
      meetId, companyId, unitName: companyId ? null : '子虚大学', name: `甄参会${++people}`, gender: 'unknown', postName: '董事', mobile: `1991${String(people).padStart(7, '0')}`, needStay: false, needPickup: false,
    }),
    step: async (registerId: string, verb: string, reason: string | null = null, as = planner) => server.call(registration.change, { registerId, version: (await read(registerId)).version, verb, reason }, { as }),
    /** Changes some fields of a meeting as its form does, which sends all of them. */
    async change(meetId: string, given: GivenMeeting) {
      const { meetNo: _no, organizerDeptName: _dept, audienceCategoryNames: _names, roomStates: _rooms, taken: _taken, waiting: _waiting, auditing: _auditing, updateTime: _time, meetingStatus: _status, abilities: _abilities, separated: _separated, ...fields } = await server.ok(meetingResource.read, { meetId }, { as: planner })
      return server.call(meetingResource.update, { ...fields, ...given } as RequestOf<typeof meetingResource.update>, { as: planner })
    },
  }
}
export type Meetings = Awaited<ReturnType<typeof meetingsFor>>
