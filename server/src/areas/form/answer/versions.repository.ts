import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { VersionKey } from './repository'

/** The versions by which a round was handed in, and its own; the newest first. */
export async function versionsOfRound(db: Db, roundId: string): Promise<VersionKey[]> {
  const { rows } = await sql<VersionKey>`select v.template_id as "templateId", v.version_no as "versionNo", v.sha256 from form_round r join form_version v on v.template_id = r.template_id
    where r.round_id = ${roundId}::bigint and (v.version_no = r.version_no or exists (
      select 1 from form_answer a where a.round_id = r.round_id and a.version_no = v.version_no and a.answer_status in ('submitted', 'certified')))
    order by v.version_no desc`.execute(db)
  return rows
}
