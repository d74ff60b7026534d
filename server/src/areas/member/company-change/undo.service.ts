import type { RowOf } from '@assoc/contract'
import type { companyChange } from '@assoc/contract/member/company-change'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import * as companies from '../company/repository'
import { rewriteCompany } from '../company/rewrite'
import { fieldsOf } from '../company/view'
import { initialsWith } from '../initials'
import { labelOfTable } from './labels'
import type { KeptMerge } from './merge.service'
import { areAsLeft, countRows, moveBack, referencesTo, type Moved } from './references.repository'
import * as repository from './repository'
import type { KeptRename, KeptSplit } from './reshape.service'

type Row = RowOf<typeof companyChange>

const moved = (what: string) => refuse.inUse(`办理之后${what}，不能撤销`)

/** A company as the action left it, locked; refused when it has been changed or deleted since. */
async function asLeft(action: Action, companyId: string, version: number) {
  const company = await companies.lockCompany(action.db, companyId)
  if (!company) throw moved('公司已被删除或合并')
  if (company.version !== version) throw moved(`「${company.short_name}」的资料已有变化`)
  return company
}

async function validate(action: Action, all: readonly Moved[], at: string): Promise<void> {
  for (const rows of all) if (!(await areAsLeft(action.db, rows, at))) throw moved(`转入的「${labelOfTable(rows.table)}」已有变化`)
}

async function undoRename(action: Action, companyId: string, { before, version }: KeptRename): Promise<void> {
  await asLeft(action, companyId, version)
  const { oldStockCode, formerNames, ...fields } = before
  await rewriteCompany(action, companyId, fields, { verb: 'undo', reason: '撤销更名', history: { oldStockCode, formerNames } })
}

async function undoMerge(action: Action, intoId: string, goneId: string, kept: KeptMerge): Promise<void> {
  const { db, principal, audit } = action
  const into = await asLeft(action, intoId, kept.into.version)
  await validate(action, kept.moved, intoId)
  for (const { references, sameAs } of kept.doubles) await validate(action, references, sameAs)
  const { oldStockCode, formerNames } = kept.into
  // The survivor gives the codes and names back before the other takes them up again.
  await rewriteCompany(action, intoId, {}, { verb: 'undo', reason: '撤销合并', history: { oldStockCode, formerNames } })
  if (!(await companies.undeleteCompany(db, goneId, kept.mergedVersion, principal.userId))) throw moved('被合并公司已有变化')
  audit({ recordType: 'company', recordId: goneId, verb: 'undo', reason: `撤销并入「${into.company_name}」` })
  for (const rows of kept.moved) await moveBack(db, rows, goneId)
  await repository.giveBackPosts(db, kept.yielded)
  await repository.fillAgain(db, kept.vacated ?? [])
  for (const { row, references } of kept.doubles) {
    await repository.putContact(db, { ...row, ...initialsWith(row) })
    // untyped: a contact's whole row as the merger kept it
    for (const rows of references) await moveBack(db, rows, String(row['contact_id']))
  }
}

async function undoSplit(action: Action, companyId: string, newId: string, kept: KeptSplit): Promise<void> {
  const { db, principal, audit } = action
  const made = await asLeft(action, newId, kept.newVersion)
  await validate(action, [kept.people], newId)
  await moveBack(db, kept.people, companyId)
  for (const reference of await referencesTo(db, 'company')) {
    if ((await countRows(db, reference, newId)) > 0) throw moved(`新公司已有「${labelOfTable(reference.table)}」`)
  }
  if (!(await companies.deleteCompany(db, made, made.version, principal.userId))) throw refuse.conflict(null)
  audit({ recordType: 'company', recordId: newId, verb: 'undo', reason: '撤销分立', before: { ...fieldsOf(made) } })
  await rewriteCompany(action, companyId, {}, { verb: 'undo', reason: '撤销分立' })
}

/** Puts back what a change of a company wrote, as long as all of it is as it was left; a sentence says what is not. */
export async function undoChange(action: Action, row: Row): Promise<void> {
  const { kind, companyId, otherId, kept } = await repository.keptOf<unknown>(action.db, row.changeId)
  if (kind === 'rename') return undoRename(action, companyId, kept as KeptRename)
  if (kind === 'merge') return undoMerge(action, companyId, otherId ?? '', kept as KeptMerge)
  return undoSplit(action, companyId, otherId ?? '', kept as KeptSplit)
}
