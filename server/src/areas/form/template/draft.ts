import { randomInt } from 'node:crypto'
import { CODE, type ResponseOf } from '@assoc/contract'
import { emptyDoc, isAsked, LIMITS, readDocument, type FormDoc } from '@assoc/contract/form/engine/document'
import { compareVersions } from '@assoc/contract/form/engine/compare'
import { applyPatches, diff } from '@assoc/contract/form/engine/patch'
import { problemsOf, type Problem } from '@assoc/contract/form/engine/problems'
import type { checkFormDraft, saveFormDraft, selectFormChanges, selectFormDraft, selectFormVersion, selectFormVersions } from '@assoc/contract/form/template'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './repository'
import type { Draft } from './repository'

// The document of a form: its draft that is changed piece by piece, and its versions that nobody changes.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A key that says nothing and that no other document has. */
const newKey = (): string => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The document of a form that was just made. */
export const firstDocument = (formName: string): FormDoc => emptyDoc(formName, { page: newKey(), section: newKey() })

/** A stored document in today's format. What was written by this server is always one: anything else is a fault of ours. */
export function documentOf(stored: unknown): FormDoc {
  const read = readDocument(typeof stored === 'string' ? JSON.parse(stored) : stored)
  if ('problem' in read) throw new Error(`a stored form is no document: ${read.problem}`)
  return read.doc
}

/** How a document is written as a version: the same for the same document, whatever the order in which it was made. */
const written = (doc: FormDoc): string => JSON.stringify(doc)

/** The draft, or what says that there is none. */
const found = (draft: Draft | undefined): Draft => {
  if (!draft) throw refuse.notFound()
  return draft
}

export async function selectDraft({ db, input }: Context<typeof selectFormDraft>): Promise<ResponseOf<typeof selectFormDraft>> {
  const { doc, ...draft } = found(await repository.readDraft(db, input.templateId))
  return { ...draft, document: documentOf(doc) }
}

export async function saveDraft({ db, principal, input }: Context<typeof saveFormDraft>): Promise<ResponseOf<typeof saveFormDraft>> {
  const { formStatus, revision, doc } = found(await repository.holdDraft(db, input.templateId))
  if (formStatus === 'archived') throw refuse.inUse('表单已归档，不能修改')
  const before = documentOf(doc)
  const applied = applyPatches(before, input.patches)
  if ('problem' in applied) throw refuse.field('patches', applied.problem)
  if ('conflicts' in applied) throw new Refusal(CODE.conflict, '其他人修改了同一处内容', { current: { revision, document: before, conflicts: applied.conflicts } })
  // A save that was sent twice changes nothing the second time.
  if (diff(before, applied.doc).length === 0) return { revision, document: input.base === revision ? null : before }
  if (Buffer.byteLength(written(applied.doc)) > LIMITS.documentBytes) throw refuse.field('patches', '表单内容不能超过 2 MB')
  await repository.writeDraft(db, input.templateId, applied.doc, revision + 1)
  await repository.noteChange(db, input.templateId, revision + 1, input.patches, principal.userId)
  return { revision: revision + 1, document: input.base === revision ? null : applied.doc }
}

export async function selectChanges({ db, input }: Context<typeof selectFormChanges>): Promise<ResponseOf<typeof selectFormChanges>> {
  const { total, items } = await repository.changesOf(db, input.templateId, input.pageSize, (input.page - 1) * input.pageSize)
  return { total, items: items.map((change) => ({ ...change, createTime: change.createTime.toISOString() })) }
}

/** What stands in the way of publishing besides what is wrong with the document by itself. `last` is the version before. */
function publishingProblems(doc: FormDoc, formKind: Draft['formKind'], last: FormDoc | null): Problem[] {
  const found: Problem[] = []
  const tell = (at: string, message: string) => found.push({ severity: 'error', at, message })
  if ((formKind === 'table') !== (doc.table !== undefined)) tell('', formKind === 'table' ? '表格表单须有表格版面' : '只有表格表单可以用表格版面')
  if (!Object.values(doc.questions).some((question) => isAsked(question) && !question.retired)) tell('', '表单没有需要填写的题目')
  for (const { at, message } of last ? compareVersions(last, doc).refused : []) tell(at, message)
  return found
}

/** Everything that is told before a draft is published. */
const allProblems = (doc: FormDoc, formKind: Draft['formKind'], last: FormDoc | null): Problem[] => [...problemsOf(doc), ...publishingProblems(doc, formKind, last)]

async function lastVersion(db: Db, { templateId, latestVersion }: Draft): Promise<repository.Version | undefined> {
  return latestVersion === null ? undefined : repository.versionOf(db, templateId, latestVersion)
}

export async function checkDraft({ db, input }: Context<typeof checkFormDraft>): Promise<ResponseOf<typeof checkFormDraft>> {
  const draft = found(await repository.readDraft(db, input.templateId))
  const last = await lastVersion(db, draft)
  const [doc, before] = [documentOf(draft.doc), last ? documentOf(last.document) : null]
  return { revision: draft.revision, problems: allProblems(doc, draft.formKind, before), changes: before ? compareVersions(before, doc).changes : [], latestVersion: draft.latestVersion }
}

/**
 * Freezes the draft as the next version. A form whose use was ended is published again as it is where nothing has changed since; of one
 * that is in use that would be no publication.
 */
export async function publish(db: Db, templateId: string, userId: string | null): Promise<void> {
  const draft = found(await repository.holdDraft(db, templateId))
  const last = await lastVersion(db, draft)
  const doc = documentOf(draft.doc)
  const document = written(doc)
  if (last?.document === document) {
    if (draft.formStatus === 'ended') return
    throw refuse.inUse(`与版本 ${last.versionNo} 相同，无需再次发布`)
  }
  const errors = allProblems(doc, draft.formKind, last ? documentOf(last.document) : null).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw refuse.input(errors.map(({ at, message }) => ({ path: at, message })))
  await repository.addVersion(db, templateId, (draft.latestVersion ?? 0) + 1, document, userId)
}

export async function selectVersions({ db, input }: Context<typeof selectFormVersions>): Promise<ResponseOf<typeof selectFormVersions>> {
  const versions = await repository.versionsOf(db, input.templateId)
  return versions.map(({ document, createTime, ...version }) => ({ ...version, questionCount: Object.values(documentOf(document).questions).filter(isAsked).length, createTime: createTime.toISOString() }))
}

export async function selectVersion({ db, input }: Context<typeof selectFormVersion>): Promise<ResponseOf<typeof selectFormVersion>> {
  const version = await repository.versionOf(db, input.templateId, input.versionNo)
  if (!version) throw refuse.notFound()
  return { versionNo: version.versionNo, sha256: version.sha256, document: documentOf(version.document) }
}
