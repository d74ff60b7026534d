import type { RowOf } from '@assoc/contract'
import type { memberTransfer } from '@assoc/contract/member/transfer'
import { labelOf } from '@assoc/contract'
import { companyResource } from '@assoc/contract/member/company'
import { memberResource } from '@assoc/contract/member/member'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { rewriteCompany } from '../company/rewrite'
import { moveMembership } from '../membership/moving'
import { validate } from './rules'
import * as repository from './repository'

type Row = RowOf<typeof memberTransfer>

type Jurisdiction = Parameters<typeof rewriteCompany>[2]['jurisdiction']

/** Carries a transfer out: member and company are written, what stood before and what is left is kept with it. */
export async function takeEffect(action: Action, row: Row): Promise<void> {
  const { db } = action
  const [memberId, kind, fields] = [row.memberId, row.transferType, { ...row }]
  const now = await validate(action, fields)
  const before = await repository.stateOf(db, memberId, kind === 'jurisdiction')
  const why = `会籍转移：${fields.fromText} → ${fields.toText}`
  if (kind === 'jurisdiction') await rewriteCompany(action, String(now.companyId), { jurisdiction: row.toJurisdiction as Jurisdiction }, { reason: why })
  if (kind === 'category') await moveMembership(action, memberId, { categoryId: String(row.toCategoryId) }, why)
  if (kind === 'succession') {
    const companyId = String(row.toCompanyId)
    const there = await repository.peopleAt(db, companyId, [now.representativeId, now.liaisonId])
    const kept = (id: string | null) => (id !== null && there.has(id) ? id : null)
    await moveMembership(action, memberId, { companyId, representativeId: kept(now.representativeId), liaisonId: kept(now.liaisonId) }, why)
  }
  await repository.keepStates(db, row.transferId, before, await repository.stateOf(db, memberId, kind === 'jurisdiction'), fields.fromText)
}

const camel = (column: string) => column.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase())
const OWN: Record<string, string> = { deleted: '删除标志', delete_time: '删除标志', delete_by: '删除标志', create_by: '经办人', former_names: '曾用名称' }
const named = (column: string) => OWN[column] ?? [memberResource.row, companyResource.row].map((schema) => labelOf(schema, camel(column))).find((label) => label !== camel(column)) ?? '其他信息'

/** The sentence that tells why an effective transfer cannot be undone any more; undefined while it can. */
export function whatChanged(columns: unknown): string | undefined {
  if (!Array.isArray(columns)) return undefined
  const labels = [...new Set((columns as string[]).map(named))]
  return `转移生效后，${labels.length > 0 ? labels.map((label) => `“${label}”`).join('、') + '已有变化' : '会员或公司已被修改'}，不能撤销；需要时请另行办理转移`
}

/** Puts back what stood before an effective transfer, while member and company are exactly as it left them. */
export async function undo(action: Action, row: Row): Promise<void> {
  if (row.transferStatus !== 'effective') return
  const { db } = action
  const [memberId, kind] = [row.memberId, row.transferType]
  if (!(await repository.standingOf(db, memberId))) throw refuse.inUse('该会员已删除，转移不能撤销')
  const { before, after } = await repository.keptStates(db, row.transferId)
  const now = await repository.stateOf(db, memberId, kind === 'jurisdiction')
  // Checked already for what was read; here once more for whoever was quicker.
  if (now.memberVersion !== after.memberVersion || now.companyVersion !== after.companyVersion) throw refuse.inUse('会员或公司刚刚被修改，请刷新后再试')
  const why = `撤销会籍转移：${row.toText} → ${row.fromText}`
  const id = (column: string) => (before.member[column] === null ? null : String(before.member[column]))
  // untyped: columns of member and company as they were, kept by the transfer
  if (kind === 'jurisdiction') await rewriteCompany(action, String(now.member['company_id']), { jurisdiction: (before.company?.['jurisdiction'] ?? null) as Jurisdiction }, { reason: why })
  else await moveMembership(action, memberId, { companyId: id('company_id'), categoryId: String(id('category_id')), representativeId: id('representative_id'), liaisonId: id('liaison_id') }, why)
}
