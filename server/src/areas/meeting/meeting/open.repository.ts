import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'

/**
 * The meeting that something is kept with, such as its documents, held until the transaction ends; answers its department. Refuses at
 * `meetId` where there is none, or where it is archived or cancelled and `what` of it stays as it is.
 */
export async function requireOpenMeeting(db: Db, meetId: string, what: string): Promise<string> {
  const meeting = await db.selectFrom('meeting').select(['organizer_dept_id as deptId', 'meeting_status as meetingStatus']).where('meet_id', '=', meetId).forShare().executeTakeFirst()
  if (!meeting) throw refuse.field('meetId', '会议不存在')
  if (meeting.meetingStatus === 'archived') throw refuse.field('meetId', `会议已归档，不能再改动${what}`)
  if (meeting.meetingStatus === 'cancelled') throw refuse.field('meetId', `会议已取消，不能再改动${what}`)
  return meeting.deptId
}
