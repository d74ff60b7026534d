import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

/** Name of the form in a column such as `t.template_id`, within statements of others. */
export const formName = (column: string): RawBuilder<string> => sql<string>`(select form_template.form_name from form_template where form_template.template_id = ${sql.ref(column)})`

/** The version of a form in use that was asked for, or its newest; otherwise what is wrong, at the field where it was said. */
export async function publishedVersion(db: Db, templateId: string, asked: number | null | undefined): Promise<number | { field: 'templateId' | 'versionNo'; message: string }> {
  const form = await db.selectFrom('form_template').select(['latest_version as latest', 'form_status as status']).where('template_id', '=', templateId).forKeyShare().executeTakeFirst()
  if (!form || form.status !== 'published' || form.latest === null) return { field: 'templateId', message: '请选择已发布的表单' }
  if (!asked) return form.latest
  const version = await db.selectFrom('form_version').select('version_no').where('template_id', '=', templateId).where('version_no', '=', asked).executeTakeFirst()
  return version ? asked : { field: 'versionNo', message: `表单没有版本 ${asked}` }
}

/** The document of a version, as it was published. */
export const versionText = async (db: Db, templateId: string, versionNo: number): Promise<string | undefined> =>
  (await db.selectFrom('form_version').select('document').where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst())?.document
