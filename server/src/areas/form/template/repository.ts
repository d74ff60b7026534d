import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { Patch } from '@assoc/contract/form/engine/patch'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import type { FormKind, FormStatus } from '../tables'
import '../tables'

export const templateComputed = {
  openRounds: sql<number>`(select count(*)::int from form_round r where r.template_id = t.template_id and r.round_status in ('waiting', 'filling', 'paused'))`,
}

export interface Draft {
  templateId: string
  formName: string
  formKind: FormKind
  formStatus: FormStatus
  latestVersion: number | null
  revision: number
  doc: unknown
}

const draft = (db: Db, templateId: string) =>
  db
    .selectFrom('form_template')
    .select(['template_id as templateId', 'form_name as formName', 'form_kind as formKind', 'form_status as formStatus', 'latest_version as latestVersion', 'doc_revision as revision', 'doc'])
    .where('template_id', '=', templateId)

export const readDraft = (db: Db, templateId: string): Promise<Draft | undefined> => draft(db, templateId).executeTakeFirst()
/** The draft, held to the end of the transaction: saves and publications of one form come one after the other. */
export const holdDraft = (db: Db, templateId: string): Promise<Draft | undefined> => draft(db, templateId).forNoKeyUpdate().executeTakeFirst()

/** Writes the draft; the form's own version stays, for its name and kind are what that counts. */
export const writeDraft = (db: Db, templateId: string, doc: FormDoc, revision: number) =>
  db.updateTable('form_template').set({ doc: JSON.stringify(doc), doc_revision: revision, update_time: sql<Date>`now()` }).where('template_id', '=', templateId).execute()

export const noteChange = (db: Db, templateId: string, revision: number, patches: readonly Patch[], userId: string) =>
  db.insertInto('form_change').values({ template_id: templateId, revision, patches: JSON.stringify(patches), create_by: userId }).execute()

export interface Change {
  changeId: string
  revision: number
  userName: string
  createTime: Date
  patches: Patch[]
}

/** Changes of a draft that are still kept, the newest first. */
export async function changesOf(db: Db, templateId: string, limit: number, offset: number): Promise<{ total: number; items: Change[] }> {
  const { rows } = await sql<Change>`select c.change_id as "changeId", c.revision, ${actorName('c.create_by')} as "userName", c.create_time as "createTime", c.patches
    from form_change c where c.template_id = ${templateId}::bigint order by c.revision desc limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n from form_change where template_id = ${templateId}::bigint`.execute(db)
  return { items: rows, total: total.rows[0]?.n ?? 0 }
}

const KEPT_DAYS = 90
/** Takes away what of the history is older than is kept; answers how much it was. */
export async function forgetChanges(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from form_change where create_time < now() - ${KEPT_DAYS} * interval '1 day'`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export interface Version {
  versionNo: number
  sha256: string
  document: string
}

export const versionOf = (db: Db, templateId: string, versionNo: number): Promise<Version | undefined> =>
  db.selectFrom('form_version').select(['version_no as versionNo', 'sha256', 'document']).where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst()

export interface ListedVersion extends Version {
  userName: string
  createTime: Date
}

export async function versionsOf(db: Db, templateId: string): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`select v.version_no as "versionNo", v.sha256, v.document, ${actorName('v.create_by')} as "userName", v.create_time as "createTime"
    from form_version v where v.template_id = ${templateId}::bigint order by v.version_no desc limit 200`.execute(db)
  return rows
}

/** Freezes a document as a version; answers its number. The draft is held. */
export async function addVersion(db: Db, templateId: string, versionNo: number, document: string, userId: string | null): Promise<void> {
  const sha256 = createHash('sha256').update(document, 'utf8').digest('hex')
  await db.insertInto('form_version').values({ template_id: templateId, version_no: versionNo, document, sha256, create_by: userId }).execute()
  await db.updateTable('form_template').set({ latest_version: versionNo }).where('template_id', '=', templateId).execute()
}
