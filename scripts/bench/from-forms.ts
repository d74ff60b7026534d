import { createHash } from 'node:crypto'
import { exportAnswerContent, formAnswer } from '@assoc/contract/form/answer'
import { emptyDoc, type FormDoc, type Question } from '@assoc/contract/form/engine/document'
import { questionFilterText } from '@assoc/contract/form/question-filter'
import { selectFormCrossTable, selectFormStatistics } from '@assoc/contract/form/statistics'
import { sql } from 'kysely'
import '../../server/src/areas'
import { fillAnswers } from '../../server/src/areas/form/fill.testing.repository'
import { openDatabase } from '../../server/src/platform/database/database'

// What the bench of many answers takes from contract and server; bundled before it runs.

export const paths = { list: formAnswer.list.path, statistics: selectFormStatistics.path, cross: selectFormCrossTable.path, export: exportAnswerContent.path }
export { questionFilterText }

/** A form of 120 questions of the kinds that are counted, and some that are not. */
function manyQuestions(): FormDoc {
  const doc = emptyDoc('大问卷', { page: 'pg1', section: 'sc1' })
  const options = Array.from({ length: 5 }, (_, i) => ({ value: `o${i + 1}`, label: `选项${i + 1}` }))
  const types: Question['type'][] = ['radio', 'number', 'radio', 'checkbox', 'radio', 'number', 'date', 'radio', 'text', 'radio', 'number', 'select']
  const questions = Object.fromEntries(
    Array.from({ length: 120 }, (_, i): [string, Question] => {
      const type = types[i % types.length] ?? 'text'
      return [`q${i}`, { type, code: `c${i}`, label: `第 ${i + 1} 题`, ...(['radio', 'select', 'checkbox'].includes(type) ? { options } : {}) }]
    }),
  )
  return { ...doc, questions, blocks: { ...doc.blocks, sc1: { kind: 'section', title: '', items: Object.keys(questions) } } }
}

/** Lays a round of such a form that has ended with so many answers; as the superuser. Answers its id. */
export async function fillRound(adminUrl: string, count: number): Promise<string> {
  const { db, close } = openDatabase(adminUrl, 2)
  const doc = manyQuestions()
  const document = JSON.stringify(doc)
  const { rows } = await sql<{ id: string }>`with f as (insert into form_template (form_name, form_kind, doc, latest_version, form_status) values ('大问卷', 'survey', ${document}::jsonb, 1, 'published') returning template_id)
    select template_id as id from f`.execute(db)
  const templateId = rows[0]?.id ?? ''
  await sql`insert into form_version (template_id, version_no, document, sha256) values (${templateId}::bigint, 1, ${document}, ${createHash('sha256').update(document, 'utf8').digest('hex')})`.execute(db)
  const round = await sql<{ id: string }>`insert into form_round (round_name, template_id, version_no, start_time, end_time, grace_minutes, respondent_kind, certify_flag, round_status)
    values ('大发放', ${templateId}::bigint, 1, now() - interval '9 days', now() - interval '1 day', 5, 'accounts', false, 'ended') returning round_id as id`.execute(db)
  const roundId = round.rows[0]?.id ?? ''
  await fillAnswers(db, roundId, doc, count)
  await close()
  return roundId
}
