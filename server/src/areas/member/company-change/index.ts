import { changeKind, companyChange as contract, mergeCompanies, previewMerge, previewSplit, renameCompany, splitCompany } from '@assoc/contract/member/company-change'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import { beforeDeletingCompany } from '../company/hooks'
import { addCompanyPart } from '../company/parts'
import { labelOfTable } from './labels'
import * as merge from './merge.service'
import { hindering } from './references.repository'
import * as repository from './repository'
import * as reshape from './reshape.service'
import { undoChange } from './undo.service'

/** Rows that the part of a company's page shows. */
const SHOWN = 6

const runtime = mountResource(contract, {
  table: 'company_change',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: repository.computed,
  filters: repository.filters,
  order: { field: 'createTime', direction: 'desc' },
  nameOf: (row) => `${row.companyName} ${changeKind.labels[row.changeKind as 'rename']}`,
  // The step has been taken by then: of two at once only one comes here.
  after: { change: (action, row) => undoChange(action, row) },
})

beforeDeletingCompany(async (db, companyId) => {
  const left = await hindering(db, companyId)
  if (left.length === 0) return
  throw refuse.inUse(`该公司还有${left.map(({ table, count }) => `${labelOfTable(table)} ${count} 条`).join('、')}，不能删除；已被合并的公司请用“合并到其他公司”，把它们转入存续公司`)
})

addCompanyPart({
  key: 'changes',
  title: '沿革',
  order: 15,
  permit: 'member:company:read',
  async read(db, _who, companyId) {
    const fates = await repository.fatesOf(db, companyId, SHOWN)
    if (fates.length === 0) return null
    return {
      link: null,
      facts: [],
      columns: ['生效日期', '类型', '内容', '经办人'].map((title) => ({ title, align: 'left' as const })),
      rows: fates.map((f) => [f.effectiveDate, `${changeKind.labels[f.changeKind as 'rename']}${f.undone ? '（已撤销）' : ''}`, f.summary, f.operator]),
      total: fates[0]?.total ?? 0,
    }
  },
})

export const companyChange = {
  ...runtime,
  bindings: [
    ...runtime.bindings,
    handle(renameCompany, reshape.renameCompany),
    handle(previewMerge, merge.previewMerge),
    handle(mergeCompanies, merge.mergeCompanies),
    handle(previewSplit, reshape.previewSplit),
    handle(splitCompany, reshape.splitCompany),
  ],
}
