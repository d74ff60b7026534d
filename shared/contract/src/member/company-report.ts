import { z } from 'zod'
import { choice, choiceField, date, optionalText, ref, text, withMeta, year } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { valueType } from './industry'
import { companyLookup } from './lookups'
import { report } from './permits'

export const reportType = choice('报告类型', {
  annual: '年度报告',
  sustainability: '可持续发展报告',
  control: '内控评价报告',
  independent: '独董述职报告',
  research: '行业研究',
})

const [insert, audit] = ['report:report:insert', 'report:report:audit'] as const
export const reportStatus = statusMachine(
  '报告状态',
  { draft: ['草稿', 'grey'], pending: ['待审核', 'amber'], published: ['已发布', 'green'], returned: ['已退回', 'red'], withdrawn: ['已下架', 'grey'] },
  [
    { from: ['draft', 'returned'], to: 'pending', verb: 'submit', label: '提交审核', permit: insert },
    { from: ['pending'], to: 'published', verb: 'publish', label: '通过并发布', permit: audit, reason: 'optional', reasonLabel: '审核意见', separate: true },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回', permit: audit, reason: 'required', reasonLabel: '审核意见', danger: true },
    { from: ['published'], to: 'withdrawn', verb: 'withdraw', label: '下架', permit: audit, reason: 'required', danger: true },
    { from: ['withdrawn'], to: 'published', verb: 'republish', label: '重新上架', permit: audit, reason: 'optional', separate: true },
  ],
)

/** A figure that a report tells: by its indicator, as text; yes and no are `yes` and `no`. Name, unit and type are the server's. */
export const indicatorValue = z.strictObject({
  indicatorCode: z.string().max(20),
  value: z.string().trim().min(1, '请填写指标值').max(500, '指标值不能超过 500 个字'),
  indicatorName: z.string().max(100).optional(),
  unit: z.string().max(10).nullish(),
  valueType: valueType.schema.optional(),
})
export type IndicatorValue = z.output<typeof indicatorValue>

/** A report of a company; one of a type and year (domain A18). */
export const companyReport = resource({
  name: 'companyReport',
  label: '报告',
  base: '/companyReport/report',
  id: 'reportId',
  fields: {
    companyId: ref('公司', companyLookup),
    // No number of things: shown as 2025, never as 2,025.
    reportYear: year('报告年度'),
    reportType: choiceField(reportType),
    title: text('标题', 150),
    paper: files('报告文件', { exts: ['pdf'], maxMb: 100, max: 1, least: 1 }),
    /** Figures of the indicators in use, by their types. */
    indicatorValues: withMeta(z.array(indicatorValue).max(300, '指标值过多'), { label: '指标值' }).optional(),
    publishDate: orEmpty(date('发布日期')),
    remark: optionalText('备注', 500),
  },
  more: {
    companyName: withMeta(z.string(), { label: '公司' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    /** The figures in words. */
    indicatorText: withMeta(z.string().nullable(), { label: '指标值', show: 'longText' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('标题、公司名称或代码', 50),
    reportType: reportType.schema.optional(),
    reportStatus: withMeta(z.array(reportStatus.schema), { label: '报告状态' }).optional(),
    reportYear: withMeta(z.coerce.number().int().min(2000).max(2100), { label: '报告年度' }).optional(),
    companyId: ref('公司', 'company').optional(),
  },
  view: 'member/ReportList',
  facts: ['companyName', 'reportYear', 'reportType', 'publishDate'],
  sortable: ['reportYear', 'publishDate', 'updateTime'],
  access: { read: report('report:read'), insert: report('report:insert'), update: report('report:insert'), remove: report('report:insert'), export: report('report:read') },
  status: { field: 'reportStatus', machine: reportStatus },
})
