import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Db } from '../../../platform/database/database'
import { addVersion, writeDraft } from '../template/repository'
import type { FormKind } from '../tables'
import '../tables'

/** Lays a form with a key and publishes its first version; one that is there stays as staff have made it. */
export async function seedSystemForm(db: Db, key: string, kind: FormKind, doc: FormDoc): Promise<void> {
  const made = await db.insertInto('form_template').values({ form_name: doc.title, form_kind: kind, remark: null, dept_id: null, create_by: null, form_status: 'published', system_key: key }).onConflict((c) => c.doNothing()).returning('template_id').executeTakeFirst()
  if (!made) return
  await writeDraft(db, made.template_id, doc, 1)
  await addVersion(db, made.template_id, 1, JSON.stringify(doc), null)
}

export const systemForm = (db: Db, key: string): Promise<{ templateId: string } | undefined> => db.selectFrom('form_template').select('template_id as templateId').where('system_key', '=', key).executeTakeFirst()

/** The key of the form that an answer is of; null for forms of staff. */
export async function keyOfAnswer(db: Db, answerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('form_answer as a')
    .innerJoin('form_round as r', 'r.round_id', 'a.round_id')
    .innerJoin('form_template as f', 'f.template_id', 'r.template_id')
    .select('f.system_key as key')
    .where('a.answer_id', '=', answerId)
    .executeTakeFirst()
  return row?.key ?? null
}
