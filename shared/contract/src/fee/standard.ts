import { z } from 'zod'
import { int, moneyDate, optionalText, ref, text, withMeta, year, yuanFen } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { categoryLookup, openCategoryLookup } from '../member/lookups'
import { fee } from './permits'

const [update, enact] = ['fee:standard:update', 'fee:standard:enact'] as const
export const standardStatus = statusMachine(
  '标准状态',
  { draft: ['草稿', 'grey'], pending: ['待生效', 'amber'], active: ['生效中', 'green'], stopped: ['已停用', 'grey'] },
  [
    { from: ['draft'], to: 'pending', verb: 'submit', label: '提交', permit: update },
    { from: ['pending'], to: 'draft', verb: 'takeBack', label: '退回草稿', permit: update, reason: 'optional' },
    { from: ['pending'], to: 'active', verb: 'enact', label: '启用', permit: enact, separate: true },
    { from: ['active'], to: 'stopped', verb: 'stop', label: '停用', permit: enact, reason: 'required', danger: true },
  ],
)

const shares = (label: string) => withMeta(z.string().trim().regex(/^\d{1,12}(\.\d{1,4})?$/, `${label}须为不超过 4 位小数的数字`), { label, decimal: true })

/** Days after the resolution within which a standard is published (民发〔2014〕166号, domain B1). */
export const PUBLISH_WITHIN_DAYS = 30

/**
 * The fee of a category from a year on: one fixed figure, no range and no discount (domain, finding 3). Bands of shares
 * of one category and year lie side by side without gap or overlap when the standard is enacted.
 */
export const feeStandard = resource({
  name: 'feeStandard',
  label: '会费标准',
  base: '/fee/standard',
  id: 'standardId',
  fields: {
    standardName: text('标准名称', 50),
    categoryId: ref('会员类别', openCategoryLookup),
    /** Ten-thousands of shares, as text so that no digit is lost. Both empty: no band. */
    shareFrom: orEmpty(shares('股本下限（万股，含）')),
    shareTo: orEmpty(shares('股本上限（万股，不含）')),
    amount: yuanFen('年会费（元）', 1),
    // A year is no count: it is written without separators.
    effectiveYear: year('生效年度'),
    resolutionNo: text('会员代表大会决议', 50),
    resolutionDate: moneyDate('决议日期'),
    totalDelegates: int('应到代表数', 1, 100_000),
    /** At least two thirds of those who should come. */
    presentDelegates: int('出席代表数', 1, 100_000),
    /** At least half of those present, by secret ballot. */
    agreeVotes: int('同意票数', 1, 100_000),
    publishDate: orEmpty(moneyDate('公开日期')),
    remark: optionalText('备注', 500),
  },
  more: {
    categoryName: withMeta(z.string(), { label: '会员类别' }),
    billCount: withMeta(z.number().int(), { label: '已出账单', show: 'count' }),
  },
  filters: { keyword: optionalText('标准名称', 50), categoryId: ref('会员类别', categoryLookup).optional(), standardStatus: standardStatus.schema.optional() },
  view: 'member/FeeStandard',
  facts: ['categoryName', 'amount', 'effectiveYear', 'resolutionDate', 'billCount'],
  groups: {
    标准: ['categoryName', 'shareFrom', 'shareTo', 'amount', 'effectiveYear', 'billCount'],
    决议: ['resolutionNo', 'resolutionDate', 'totalDelegates', 'presentDelegates', 'agreeVotes', 'publishDate'],
  },
  sortable: ['effectiveYear', 'amount'],
  access: { read: fee('standard:read'), insert: fee('standard:update'), update: fee('standard:update'), remove: fee('standard:update'), export: fee('standard:read') },
  status: { field: 'standardStatus', machine: standardStatus },
})

/** Whether the votes suffice: at least two thirds present, at least half of them in favour. The sentence at its field, or null. */
export function validateVotes(v: { totalDelegates: number; presentDelegates: number; agreeVotes: number }): { field: 'presentDelegates' | 'agreeVotes'; message: string } | null {
  if (v.presentDelegates > v.totalDelegates) return { field: 'presentDelegates', message: '出席代表数不能超过应到代表数' }
  if (v.presentDelegates * 3 < v.totalDelegates * 2) return { field: 'presentDelegates', message: '出席代表须达到应到代表的三分之二' }
  if (v.agreeVotes > v.presentDelegates) return { field: 'agreeVotes', message: '同意票数不能超过出席代表数' }
  if (v.agreeVotes * 2 < v.presentDelegates) return { field: 'agreeVotes', message: '同意票须达到出席代表的半数' }
  return null
}
