import type { RowOf } from '@assoc/contract'
import { declarationLog as contract } from '@assoc/contract/expert/declaration-log'
import { declareStatus } from '@assoc/contract/expert/declaration-status'
import { labeller } from '../../../platform/audit/labels'
import { mountResource } from '../../../platform/resource/mount'
import { computed, filters, holding } from './log.repository'

type Row = RowOf<typeof contract>

/** What is done to declarations besides the steps of their machine. */
const WORDS: Readonly<Record<string, string>> = { insert: '开始申报', update: '修改申报', filled: '填报内容', export: '下载材料', decide: '核查申报条件', handOver: '移交' }
const STEPS: ReadonlyMap<string, string> = new Map(declareStatus.transitions.map(({ verb, label }) => [verb as string, label]))

/** Characters of one row's changes that a list shows. */
const SHOWN_MOST = 500

interface Sides {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The changed fields in the words of the contract; those of the form have theirs already. */
function wordsOf(text: string | null | undefined): string | null {
  if (!text) return null
  const { before, after } = JSON.parse(text) as Sides
  const label = labeller('declaration')
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => {
    const [was, is] = [label(field, before[field] ?? null), label(field, after[field] ?? null)]
    return field in before ? `${is.field}：${was.value ?? '空'} → ${is.value ?? '空'}` : `${is.field}：${is.value ?? '空'}`
  })
  const words = all.join('；')
  return words === '' ? null : words.length > SHOWN_MOST ? `${words.slice(0, SHOWN_MOST)}…` : words
}

/** What happened to declarations, as the audit log has it. */
export const declarationLog = mountResource(contract, {
  table: 'declaration_log',
  module: 'declaration',
  scope: { dept: 'dept_id', jurisdiction: 'jurisdiction', company: 'company_id', person: 'pool_id' },
  computed,
  filters,
  keyword: { where: holding, number: { column: 'declare_no', prefix: 'SB' } },
  order: { field: 'operateTime', direction: 'desc' },
  nameOf: (row) => `${row.declareNo} ${row.action}`,
  present: async (rows: readonly Row[]) => rows.map((row) => ({ ...row, action: STEPS.get(row.action) ?? WORDS[row.action] ?? row.action, fieldDiff: wordsOf(row.fieldDiff) })),
})
