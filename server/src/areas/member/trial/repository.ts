import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { menuNames } from '../../../platform/identity/menus'

export const computed = {
  menuNames: menuNames('t.menu_ids'),
}

export const filters = {
  endDateFrom: (day: string) => sql<SqlBool>`t.end_date >= ${day}::date`,
  endDateTo: (day: string) => sql<SqlBool>`t.end_date <= ${day}::date`,
}

export interface Held {
  userId: string | null
  roleId: string | null
  deptId: string | null
  mobile: string
}

/** Account, role and department of a trial, with the number as it is stored. */
export const heldBy = (db: Db, trialId: string): Promise<Held> =>
  db.selectFrom('trial_account').select(['user_id as userId', 'role_id as roleId', 'dept_id as deptId', 'mobile']).where('trial_id', '=', trialId).executeTakeFirstOrThrow()

export const noteOpened = (db: Db, trialId: string, userId: string, roleId: string) => db.updateTable('trial_account').set({ user_id: userId, role_id: roleId }).where('trial_id', '=', trialId).execute()

export const noteExtended = (db: Db, trialId: string, endDate: string) => db.updateTable('trial_account').set({ end_date: endDate, extended: true }).where('trial_id', '=', trialId).execute()

/** Running trials whose last day is over; at most 500 at a time. */
export const overdue = (db: Db, day: string): Promise<{ trialId: string; userId: string | null; orgName: string; createBy: string | null }[]> =>
  db
    .selectFrom('trial_account')
    .select(['trial_id as trialId', 'user_id as userId', 'org_name as orgName', 'create_by as createBy'])
    .where('trial_status', '=', 'running')
    .where('end_date', '<', day)
    .orderBy('end_date')
    .limit(500)
    .execute()

/** Ends one trial unless somebody moved it meanwhile. */
export const expire = async (db: Db, trialId: string, day: string): Promise<boolean> =>
  (
    await db
      .updateTable('trial_account')
      .set({ trial_status: 'ended', version: sql`version + 1`, update_time: sql`now()` })
      .where('trial_id', '=', trialId)
      .where('trial_status', '=', 'running')
      .where('end_date', '<', day)
      .executeTakeFirst()
  ).numUpdatedRows === 1n

export interface DemoTrial {
  account_name: string
  org_name: string
  applicant_name: string
  mobile: string
  menu_ids: string[]
  start_date: string
  end_date: string
  extended: boolean
  trial_status: string
  dept_id: string | null
  create_by: string | null
  user_id: string | null
  role_id: string | null
}

export const seedTrial = (db: Db, trial: DemoTrial) => db.insertInto('trial_account').values({ ...trial, remark: null }).execute()
