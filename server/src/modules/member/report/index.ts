import { companyReport as contract, reportStatus, reportType } from '@assoc/contract/member/company-report'
import { refuse } from '../../../platform/errors'
import { today } from '../../../platform/numbers/numbers'
import type { Row } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { addCompanyPart } from '../company/parts'
import { judgeBounds, withinBounds } from '../report-user/bounds'
import * as repository from './repository'
import { reportDemo, reportMenu } from './seed'
import './tables'

/** Reports of the coming year are the latest that may be handed in. */
function judgeYear(fields: Row): void {
  const next = Number(today().slice(0, 4)) + 1
  if (Number(fields['reportYear']) > next) throw refuse.field('reportYear', `报告年度不能晚于 ${next}`)
}

const mounted = mountResource(contract, {
  table: 'company_report',
  module: 'report',
  scope: { dept: 'dept_id', self: 'create_by' },
  within: withinBounds,
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  keyword: { where: repository.holding },
  order: { field: 'updateTime', direction: 'desc' },
  nameOf: (row) => String(row['title']),
  constraints: { company_report_unique: () => refuse.field('reportType', '该公司同一年度已有此类报告') },
  may: (_who, row, verb) => {
    const open = row['reportStatus'] === 'draft' || row['reportStatus'] === 'returned'
    if (verb === 'update') return open || '已提交的报告不能修改，请先由审核人退回'
    return verb !== 'delete' || open || '已提交的报告不能删除'
  },
  before: {
    insert: async (deed, fields) => {
      judgeYear(fields)
      await judgeBounds(deed, fields)
    },
    update: async (deed, row, fields) => {
      judgeYear(fields)
      await judgeBounds(deed, { ...row, ...fields })
    },
  },
  after: {
    change: async ({ db }, row, step) => {
      if (step.verb === 'publish') await repository.setPublished(db, String(row['reportId']), today())
    },
  },
})

/** Rows that the page of a company shows. */
const SHOWN = 6

addCompanyPart({
  key: 'reports',
  title: '公司报告',
  order: 60,
  permit: 'report:report:read',
  async read(db, who, companyId) {
    const reports = await repository.reportsOf(db, who, mounted.mounted.entity, companyId, SHOWN)
    if (reports.length === 0) return null
    const left = (title: string) => ({ title, align: 'left' as const })
    return {
      link: '/companyReport/reportList',
      facts: [],
      columns: [left('标题'), left('年度'), left('类型'), left('状态')],
      rows: reports.map((r) => [r.title, String(r.report_year), reportType.labels[r.report_type as keyof typeof reportType.labels], reportStatus.labels[r.report_status as keyof typeof reportStatus.labels]]),
      total: Number(reports[0]?.total ?? 0),
    }
  },
})

export const report = { ...mounted, seeds: [reportMenu, reportDemo] }
