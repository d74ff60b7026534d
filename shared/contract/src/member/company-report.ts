import { z } from 'zod'
import { choice, choiceField, date, int, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { report } from './permits'

export const reportType = choice('报告类型', {
  annual: '年度报告',
  sustainability: '可持续发展报告',
  control: '内控评价报告',
  independent: '独董述职报告',
  research: '行业研究',
})

const [insert, audit] = ['report:report:insert', 'report:report:audit']
export const reportStatus = statusMachine(
  '报告状态',
  { draft: ['草稿', 'grey'], pending: ['待审核', 'amber'], published: ['已发布', 'green'], returned: ['已退回', 'red'], withdrawn: ['已下架', 'grey'] },
  [
    { from: ['draft', 'returned'], to: 'pending', verb: 'submit', label: '提交审核', permit: insert },
    { from: ['pending'], to: 'published', verb: 'publish', label: '通过并发布', permit: audit, reason: 'optional' },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回', permit: audit, reason: 'required', danger: true },
    { from: ['published'], to: 'withdrawn', verb: 'withdraw', label: '下架', permit: audit, reason: 'required', danger: true },
    { from: ['withdrawn'], to: 'published', verb: 'republish', label: '重新上架', permit: audit, reason: 'optional' },
  ],
)

/** A report of a company; one of a type and year (domain A18). */
export const companyReport = resource({
  name: 'companyReport',
  label: '报告',
  base: '/companyReport/report',
  id: 'reportId',
  fields: {
    companyId: ref('公司', 'company'),
    reportYear: int('报告年度', 2000, 2100),
    reportType: choiceField(reportType),
    title: text('标题', 150),
    paper: files('报告文件', { exts: ['pdf'], maxMb: 50, max: 1, least: 1 }),
    publishDate: orEmpty(date('发布日期')),
    remark: optionalText('备注', 500),
  },
  more: {
    companyName: withMeta(z.string(), { label: '公司' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('标题、公司名称或代码', 50),
    reportType: reportType.schema.optional(),
    reportStatus: withMeta(z.array(reportStatus.schema), { label: '报告状态' }).optional(),
    reportYear: withMeta(z.coerce.number().int().min(2000).max(2100), { label: '报告年度' }).optional(),
  },
  sortable: ['reportYear', 'publishDate', 'updateTime'],
  access: { read: report('report:read'), insert: report('report:insert'), update: report('report:insert'), remove: report('report:insert'), export: report('report:read') },
  status: { field: 'reportStatus', machine: reportStatus },
})
