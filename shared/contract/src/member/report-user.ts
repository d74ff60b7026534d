import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, date, id, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { orEmpty } from '../rules/identifiers'
import { reportType } from './company-report'
import { companyLookup, reportAccountLookup } from './lookups'
import { report } from './permits'

/**
 * An account that hands in and reads reports of some companies and types alone, up to a day (domain A18). Whoever stands here sees
 * no other reports, whatever the roles say; after the day none at all.
 */
export const reportUser = resource({
  name: 'reportUser',
  label: '报告用户',
  base: '/companyReport/reportUser',
  id: 'reportUserId',
  fields: {
    /** No ref: accounts lie in the data scope of another module; the server checks it by findReportAccounts' own rule. */
    userId: withMeta(id('报告用户'), { lookup: reportAccountLookup, carried: ['realName', 'loginName'] }),
    reportTypes: withMeta(z.array(choiceField(reportType)).min(1, '请至少选择一种报告').max(5), { label: '报告类型', options: reportType.labels }),
    companyIds: withMeta(z.array(ref('公司', companyLookup)).min(1, '请至少选择一家公司').max(200), { label: '公司', carried: ['companyNames'] }),
    validTo: orEmpty(date('授权截止')),
    remark: optionalText('备注', 200),
  },
  more: {
    realName: withMeta(z.string(), { label: '姓名' }),
    loginName: withMeta(z.string(), { label: '登录账号' }),
    companyNames: withMeta(z.string(), { label: '公司' }),
    /** The day has not passed. */
    inForce: withMeta(z.boolean(), { label: '授权有效' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、账号、公司名称或代码', 50),
    inForce: withMeta(z.enum(['yes', 'no']), { label: '授权', options: { yes: '有效', no: '已截止' } }).optional(),
    reportType: withMeta(reportType.schema, { label: '报告类型', options: reportType.labels }).optional(),
  },
  view: 'member/ReportUserList',
  facts: ['loginName', 'reportTypes', 'companyNames', 'validTo'],
  sortable: ['validTo', 'updateTime'],
  access: { read: report('user:read'), insert: report('user:update'), update: report('user:update'), remove: report('user:update'), export: report('user:read') },
})

/** For the form: at most twenty accounts by name that can be given a scope. */
export const findReportAccounts = call({
  path: '/companyReport/reportUser/findReportAccounts',
  title: '查找报告账号',
  access: report('user:update'),
  request: body({ keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ userId: id(), realName: z.string(), loginName: z.string() })),
})
