import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Statuses in which the mobile of an applicant may still be verified. */
const BEFORE_REVIEW = ['draft', 'firstReview', 'returned']

/** Number of an application that was not reviewed yet; undefined when it was. */
export const mobileOf = async (db: Db, applyId: string): Promise<string | undefined> =>
  (await sql<{ mobile: string }>`select applicant_mobile as mobile from join_apply where apply_id = ${applyId}::bigint and apply_status = any(${BEFORE_REVIEW})`.execute(db)).rows[0]?.mobile

/** Notes how and by whom a number was verified; false when the application has another number by now, or was reviewed. */
export async function noteVerified(db: Db, applyId: string, mobile: string, way: 'sms' | 'call', userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update join_apply set verify_way = ${way}, verified_by_id = ${userId}::bigint, verified_time = now(), version = version + 1, update_time = now()
    where apply_id = ${applyId}::bigint and applicant_mobile = ${mobile} and apply_status = any(${BEFORE_REVIEW})`.execute(db)
  return numAffectedRows === 1n
}

/** A new number is not verified by what was found out about the old one. */
export const forgetVerified = (db: Db, applyId: string) => sql`update join_apply set verify_way = null, verified_by_id = null, verified_time = null where apply_id = ${applyId}::bigint`.execute(db)

/** The same in the step that passes the review, which has held the version of what it read. */
export const noteVerifiedInReview = (db: Db, applyId: string, way: 'sms' | 'call', userId: string) =>
  sql`update join_apply set verify_way = ${way}, verified_by_id = ${userId}::bigint, verified_time = now() where apply_id = ${applyId}::bigint`.execute(db)
