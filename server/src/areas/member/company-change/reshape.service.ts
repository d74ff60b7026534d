import { today } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/member/company-change'
import { boardOfStockCode } from '@assoc/contract/rules/identifiers'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as companies from '../company/repository'
import { companyFields, type CompanyFields } from '../company/fields'
import { rewriteCompany, type Writing } from '../company/rewrite'
import { fieldsOf } from '../company/view'
import { namedBy } from '../contact/repository'
import { labelOfTable } from './labels'
import { countRows, referencesTo, type Moved } from './references.repository'
import * as repository from './repository'

type Named = Pick<CompanyFields, 'companyName' | 'shortName' | 'stockCode' | 'exchange' | 'board'>

/** What a new name wrote over, for putting it back. */
export interface KeptRename {
  before: Named & companies.CompanyHistory
  version: number
}

export interface KeptSplit {
  people: Moved
  newVersion: number
}

export function validateDay(day: string): void {
  if (day > today()) throw refuse.field('effectiveDate', '生效日期不能晚于今天')
}

/**
 * The company as it stands, locked; refused when somebody else has changed it since it was read. `naming` writes over what the
 * company is called, so that both names are put before the person; all else of a form is theirs.
 */
async function current(db: Writing['db'], input: { companyId: string; version: number }, naming = false) {
  const company = await companies.lockCompany(db, input.companyId)
  if (!company) throw refuse.notFound()
  const { companyName, shortName, stockCode } = fieldsOf(company)
  if (company.version !== input.version) throw refuse.conflict({ ...input, ...(naming ? { companyName, shortName, stockCode } : {}), version: company.version })
  return company
}

/** Fields of a new code: the board that it tells, and the exchange of that. */
function codeFields(company: companies.StoredCompany, code: string | null | undefined): Partial<CompanyFields> {
  if (!code || code === company.stock_code) return {}
  if (company.company_type !== 'listed') return { stockCode: code }
  const board = boardOfStockCode(code)
  if (!board) throw refuse.field('stockCode', '证券代码与任何板块都不符')
  return { stockCode: code, board, exchange: null }
}

export async function renameCompany(action: Context<typeof calls.renameCompany>) {
  const { db, principal, input, audit } = action
  validateDay(input.effectiveDate)
  const company = await current(db, input, true)
  const was = fieldsOf(company)
  const fields = companyFields({ ...was, companyName: input.companyName, shortName: input.shortName, ...codeFields(company, input.stockCode) } as Parameters<typeof companyFields>[0], was)
  const changed = ([['companyName', '全称'], ['shortName', '简称'], ['stockCode', '证券代码']] as const).filter(([field]) => fields[field] !== was[field])
  if (changed.length === 0) throw refuse.field('companyName', '名称和证券代码都没有变化')
  const written = await rewriteCompany(action as unknown as Writing, input.companyId, fields, { reason: input.reason })
  const { companyName, shortName, stockCode, exchange, board } = was
  const kept: KeptRename = { before: { companyName, shortName, stockCode, exchange, board, ...companies.historyOf(company) }, version: written.version }
  const changeId = await repository.insertChange(db, {
    companyId: input.companyId,
    kind: 'rename',
    companyName: fields.companyName,
    summary: changed.map(([field, label]) => `${label}由「${was[field] ?? '—'}」变更为「${fields[field] ?? '—'}」`).join('；'),
    effectiveDate: input.effectiveDate,
    reason: input.reason,
    kept,
    deptId: company.dept_id,
    userId: principal.userId,
  })
  audit({ recordType: 'companyChange', recordId: changeId, verb: 'insert' })
  return { changeId, companyId: input.companyId, version: written.version }
}

/** Why people cannot go over from a company, in words; they are locked until the end of the transaction. */
async function standInTheWay(db: Writing['db'], companyId: string, contactIds: readonly string[]): Promise<string[]> {
  if ((await repository.countPeople(db, contactIds, companyId)) !== contactIds.length) return ['随迁的联系人须是原公司的联系人']
  const members = new Set<string>()
  for (const contactId of contactIds) for (const memberNo of await namedBy(db, contactId)) members.add(memberNo)
  return members.size > 0 ? [`随迁的联系人中有会员 ${[...members].join('、')} 的会员代表或联络员，请先更换`] : []
}

/** What a split would do: the people that are chosen go, all else that refers to the company stays with it. */
export async function previewSplit({ db, input }: Context<typeof calls.previewSplit>) {
  const chosen = [...new Set(input.contactIds)]
  const obstacles = await standInTheWay(db, input.companyId, chosen)
  const kept = new Map<string, number>()
  for (const reference of await referencesTo(db, 'company')) {
    const label = labelOfTable(reference.table)
    const count = (await countRows(db, reference, input.companyId)) - (reference.table === 'contact' ? chosen.length : 0)
    if (count > 0) kept.set(label, (kept.get(label) ?? 0) + count)
  }
  return {
    moved: chosen.length > 0 ? [{ label: labelOfTable('contact'), count: chosen.length }] : [],
    kept: [...kept].map(([label, count]) => ({ label, count })),
    obstacles,
  }
}

export async function splitCompany(action: Context<typeof calls.splitCompany>) {
  const { db, principal, input, audit } = action
  validateDay(input.effectiveDate)
  const company = await current(db, input)
  const chosen = [...new Set(input.contactIds)]
  const [hindrance] = await standInTheWay(db, input.companyId, chosen)
  if (hindrance) throw refuse.field('contactIds', hindrance)
  const was = fieldsOf(company)
  const fields = companyFields({
    companyName: input.companyName,
    shortName: input.shortName,
    companyType: was.companyType === 'listed' ? 'other' : was.companyType,
    creditCode: input.creditCode,
    jurisdiction: was.jurisdiction,
    csrcIndustry: was.csrcIndustry,
    swIndustry: was.swIndustry,
    deptId: was.deptId,
    remark: input.remark ?? null,
  } as Parameters<typeof companyFields>[0])
  const otherId = await companies.insertCompany(db, fields, 'unlisted', company.create_by ?? principal.userId)
  audit({ recordType: 'company', recordId: otherId, verb: 'insert', reason: `由「${company.company_name}」分立：${input.reason}`, after: { ...fields } })
  const people = await repository.movePeople(db, chosen, input.companyId, otherId)
  const written = await rewriteCompany(action as unknown as Writing, input.companyId, {}, { reason: `分立出「${fields.companyName}」：${input.reason}` })
  const kept: KeptSplit = { people, newVersion: 1 }
  const changeId = await repository.insertChange(db, {
    companyId: input.companyId,
    otherId,
    kind: 'split',
    companyName: company.company_name,
    otherName: fields.companyName,
    summary: `分立出 ${fields.companyName}${people.rows.length > 0 ? `，随迁联系人 ${people.rows.length} 人` : ''}`,
    effectiveDate: input.effectiveDate,
    reason: input.reason,
    kept,
    deptId: company.dept_id,
    userId: principal.userId,
  })
  audit({ recordType: 'companyChange', recordId: changeId, verb: 'insert' })
  return { changeId, companyId: otherId, version: written.version }
}
