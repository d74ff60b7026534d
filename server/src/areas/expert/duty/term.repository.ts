import type { Db } from '../../../platform/database/database'
import '../tables'

/** From when to when somebody was in office, and how the appointment stands; it stays so until the transaction ends. */
export const termOf = (db: Db, appointmentId: string) =>
  db
    .selectFrom('director_appointment')
    .select(['first_date as firstDate', 'leave_date as leaveDate', 'appoint_status as status', 'dept_id as deptId'])
    .where('appointment_id', '=', appointmentId)
    .forShare()
    .executeTakeFirst()
