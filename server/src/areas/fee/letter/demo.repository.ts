import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { isOverdue } from '../../member/api'

/** Some members of the demo association that owe past the last day, and the dunning letter. */
export async function demoLetters(db: Db): Promise<{ memberIds: string[]; templateId: string | undefined }> {
  const [members, templates] = [
    await sql<{ id: string }>`select distinct member_id as id from dues_bill b where ${isOverdue('b')} order by 1 limit 5`.execute(db),
    await sql<{ id: string }>`select template_id as id from letter_template where letter_kind = 'dunning' order by 1 limit 1`.execute(db),
  ]
  return { memberIds: members.rows.map((m) => m.id), templateId: templates.rows[0]?.id }
}
