import type { RequestOf } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { registration } from '@assoc/contract/meeting/registration'
import { exchangeSignCode, selectHallCode, signInByMobile } from '@assoc/contract/meeting/sign-in'
import { NEW_SESSION, signSession } from '@assoc/contract/meeting/sign-session'
import type { TestServer } from '../../../../test/harness'

export const inHours = (hours: number): string => new Date(Math.round(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString()

let count = 0

/** A meeting that is open for registrations, with a session that people sign in at now, and what they and staff do with it. */
export async function signInWorld(server: TestServer) {
  const { db } = server.platform
  const { dept_id: organizerDeptId } = await db.insertInto('dept').values({ parent_id: null, dept_name: `会务部${++count}`, sort_no: 1 }).returning('dept_id').executeTakeFirstOrThrow()
  const buildMeeting = async (given: Partial<RequestOf<typeof meetingResource.insert>> = {}): Promise<string> => {
    const { meetId } = await server.ok(meetingResource.insert, { ...NEW_MEETING, needAudit: false, meetingName: `签到会议${++count}`, meetingType: 'seminar', organizerDeptId, startTime: inHours(2), endTime: inHours(6), address: '一层大厅', ...given })
    await db.updateTable('meeting').set({ meeting_status: 'open' }).where('meet_id', '=', meetId).execute()
    return meetId
  }
  const buildSession = async (meetId: string, given: Partial<RequestOf<typeof signSession.insert>> = {}): Promise<string> =>
    (await server.ok(signSession.insert, { ...NEW_SESSION, meetId, sessionName: `上午场${++count}`, signFrom: inHours(-1), signTo: inHours(5), gates: '东门、西门', ...given })).sessionId
  const register = async (meetId: string): Promise<{ registerId: string; mobile: string; name: string }> => {
    const mobile = `1970${String(++count).padStart(7, '0')}`
    const name = `甄签到${count}`
    const { registerId } = await server.ok(registration.insert, { meetId, companyId: null, unitName: '子虚大学', name, gender: 'unknown', postName: '董事', mobile, needStay: false, needPickup: false })
    return { registerId, mobile, name }
  }
  return { buildMeeting, buildSession, register, status: async (registerId: string) => (await server.ok(registration.read, { registerId })).regStatus }
}

/** A browser of somebody who is not signed in, known by its own device. */
export function visitorOf(server: TestServer) {
  const headers = { cookie: `sign-device=${String(++count).padStart(43, 'd')}` }
  const exchange = (code: string, meetId: string | null = null) => server.call(exchangeSignCode, { code, meetId }, { as: null, headers })
  return {
    exchange,
    headers,
    /** Signs in by the hall's QR code as it is now. */
    async signIn(sessionId: string, mobile: string) {
      const { hall } = await server.ok(selectHallCode, { sessionId })
      const { ticket } = (await exchange(hall)).data
      return server.call(signInByMobile, { ticket, mobile }, { as: null, headers })
    },
  }
}
