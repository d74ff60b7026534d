import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

/** What is hashed: the answer, its version by its own hash, which submission it is, and the content as jsonb writes it, whose keys have one order. */
const hashOf = (content: string) => sql<string>`encode(sha256(convert_to(concat_ws(E'\n', a.answer_id::text, v.sha256, s.submission_no::text, ${sql.ref(content)}::text, s.omitted::text), 'UTF8')), 'hex')`
const FROM = sql`from form_answer a join form_submission s on s.answer_id = a.answer_id
  join form_round r on r.round_id = a.round_id join form_version v on v.template_id = r.template_id and v.version_no = s.version_no`

/** Certifies the last submission of an answer under a number. */
export const writeCertificate = (db: Db, answerId: string, certificateNo: string) =>
  sql`insert into form_certificate (certificate_no, answer_id, submission_no, sha256)
    select ${certificateNo}, a.answer_id, s.submission_no, ${hashOf('s.content')} ${FROM} where a.answer_id = ${answerId}::bigint and s.submission_no = a.submission_count`.execute(db)

export interface Certificate {
  certificateNo: string
  sha256: string
  submissionNo: number
  versionNo: number
  certifyTime: Date
}

export async function certificateOf(db: Db, answerId: string): Promise<Certificate | undefined> {
  const { rows } = await sql<Certificate>`select c.certificate_no as "certificateNo", c.sha256, c.submission_no as "submissionNo", s.version_no as "versionNo", c.create_time as "certifyTime"
    from form_certificate c join form_submission s on s.answer_id = c.answer_id and s.submission_no = c.submission_no where c.answer_id = ${answerId}::bigint`.execute(db)
  return rows[0]
}

/** The hashes of what stands there now: of the answer as it is read, and of the submission as it was kept. */
export async function hashesNow(db: Db, answerId: string): Promise<{ answer: string; submission: string } | undefined> {
  const { rows } = await sql<{ answer: string; submission: string }>`select ${hashOf('a.content')} as answer, ${hashOf('s.content')} as submission ${FROM}
    join form_certificate c on c.answer_id = a.answer_id and c.submission_no = s.submission_no where a.answer_id = ${answerId}::bigint`.execute(db)
  return rows[0]
}
