import type { Db } from '../../platform/database/database'

/** People of the house whom the demo's bookings may name, the longest there first. */
export const staffFor = (db: Db) =>
  db
    .selectFrom('sys_user')
    .select(['user_id', 'dept_id'])
    .where('account_status', '=', 'normal')
    .where('type_id', '=', 'staff')
    .orderBy('user_id')
    .limit(8)
    .execute()
