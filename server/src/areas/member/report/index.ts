import { type RowOf, viewLink } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { companyReport as contract, reportStatus, reportType, type IndicatorValue } from '@assoc/contract/member/company-report'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { addCompanyPart } from '../company/parts'
import { figuresText, validateFigures } from '../records/figures'
import { validateBounds, withinBounds } from '../report-user/bounds'
import * as repository from './repository'
import { reportDemo, reportMenu } from './seed'
import { holdCompany } from '../company/keyword.repository'
import './tables'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

/** Reports of the coming year are the latest that may be handed in. */
function validateYear({ reportYear }: Pick<Row, 'reportYear'>): void {
  const next = Number(today().slice(0, 4)) + 1
  if (reportYear > next) throw refuse.field('reportYear', `报告年度不能晚于 ${next}`)
}

/** Figures of reports that are being written, between their rules and their row: the log tells of them in words. */
const validated = new WeakMap<Partial<Fields>, IndicatorValue[]>()

async function sortFigures({ db }: Action, fields: Partial<Fields>, row?: Row): Promise<void> {
  const { indicatorValues: given } = fields
  delete fields.indicatorValues
  if (!Array.isArray(given)) return
  const figures = await validateFigures(db, 'indicatorValues', given, row?.indicatorValues ?? [])
  fields.indicatorText = figuresText(figures)
  validated.set(fields, figures)
}

async function keepFigures({ db }: Action, reportId: string, fields: Partial<Fields>): Promise<void> {
  const figures = validated.get(fields)
  if (figures) await repository.keepFigures(db, reportId, figures)
}

/** In a file the figures stand in words. */
const exported = contract.row.omit({ indicatorValues: true })

const runtime = mountResource(contract, {
  table: 'company_report',
  module: 'report',
  scope: { dept: 'dept_id', self: 'create_by' },
  rowFilter: withinBounds,
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  json: ['indicatorValues'],
  exportAs: { row: exported, always: [], fill: (_db, rows) => Promise.resolve(rows) },
  keyword: { where: repository.holding },
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待审核公司报告', status: 'pending', permit: 'report:report:audit', view: 'member/ReportAudit' }],
  handover: { label: '未发布的公司报告', order: 62, open: ['draft', 'pending', 'returned'], settled: ['published', 'withdrawn'], name: 'title' },
  nameOf: (row) => row.title,
  constraints: { company_report_unique: () => refuse.field('reportType', '该公司同一年度已有此类报告') },
  may: (_who, row, verb) => {
    const open = row.reportStatus === 'draft' || row.reportStatus === 'returned'
    if (verb === 'update') return open || '已提交的报告不能修改，请先由审核人退回'
    return verb !== 'delete' || open || '已提交的报告不能删除'
  },
  before: {
    insert: async (action, fields) => {
      validateYear(fields)
      if (!(await holdCompany(action.db, fields.companyId))) throw refuse.field('companyId', '该公司已删除')
      await validateBounds(action, fields)
      await sortFigures(action, fields)
    },
    update: async (action, row, fields) => {
      const all = { ...row, ...fields }
      validateYear(all)
      await validateBounds(action, all)
      await sortFigures(action, fields, row)
    },
  },
  after: {
    insert: keepFigures,
    update: (action, row, fields) => keepFigures(action, row.reportId, fields),
    change: async ({ db }, row, step) => {
      if (step.verb === 'publish') await repository.setPublished(db, row.reportId, today())
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
  async read(db, principal, companyId) {
    const reports = await repository.reportsOf(db, principal, runtime.runtime.entity, companyId, SHOWN)
    if (reports.length === 0) return null
    const left = (title: string) => ({ title, align: 'left' as const })
    return {
      link: viewLink('member/ReportList', { companyId }),
      facts: [],
      columns: [left('标题'), left('年度'), left('类型'), left('状态')],
      rows: reports.map((r) => [r.title, String(r.report_year), reportType.labels[r.report_type as keyof typeof reportType.labels], reportStatus.labels[r.report_status as keyof typeof reportStatus.labels]]),
      total: Number(reports[0]?.total ?? 0),
    }
  },
})

export const report = { ...runtime, seeds: [reportMenu, reportDemo] }
