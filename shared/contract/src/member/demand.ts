import { z } from 'zod'
import { choice, choiceField, date, int, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { mobile, orEmpty } from '../rules/identifiers'
import { companyLookup, poolPersonLookup } from './lookups'
import { director } from './permits'
import { profession } from './profession'

export const demandType = choice('需求类型', { independent: '独立董事', secretary: '董事会秘书', affairs: '证券事务代表', other: '其他' })

/** Days that a demand may stand open at most, and open demands of one company and type (domain A14). */
export const DEMAND_DAYS = 180
export const DEMANDS_OPEN = 3

/** Whom a demand is matched with: as many as it asks for at most, people who are in the pool. */
export const matchInput = { directorIds: withMeta(z.array(ref('匹配人选', poolPersonLookup)).max(9, '最多选择 9 人'), { label: '匹配人选' }) }

const [insert, audit] = ['director:demand:insert', 'director:demand:audit'] as const
export const demandStatus = statusMachine(
  '需求状态',
  {
    draft: ['草稿', 'grey'],
    pending: ['待审核', 'amber'],
    published: ['已发布', 'green'],
    rejected: ['已驳回', 'red'],
    matched: ['已匹配', 'teal'],
    closed: ['已关闭', 'grey'],
    expired: ['已过期', 'violet'],
  },
  [
    { from: ['draft', 'rejected', 'expired'], to: 'pending', verb: 'submit', label: '提交审核', permit: insert },
    { from: ['pending'], to: 'published', verb: 'publish', label: '通过并发布', permit: audit, reason: 'optional', reasonLabel: '审核意见', separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: audit, reason: 'required', reasonLabel: '审核意见', danger: true },
    { from: ['published'], to: 'matched', verb: 'match', label: '已匹配', permit: audit, reason: 'optional', input: matchInput },
    { from: ['published', 'matched'], to: 'closed', verb: 'close', label: '关闭', permit: audit, reason: 'optional' },
    { from: ['published'], to: 'expired', verb: 'expire', label: '过期', permit: audit, single: true },
  ],
)
/** The step that the calendar takes, never a person. */
export const CALENDAR_VERBS: readonly string[] = ['expire']
/** Statuses in which a demand counts as open. */
export const OPEN_DEMANDS = ['pending', 'published'] as const

/** A company that looks for a director or a secretary (domain A14). */
export const demand = resource({
  name: 'demand',
  label: '需求',
  base: '/soleManager/demand',
  id: 'demandId',
  fields: {
    companyId: ref('发布公司', companyLookup),
    demandType: choiceField(demandType),
    professions: withMeta(z.array(choiceField(profession)).min(1, '请至少选择一项专业').max(6), { label: '专业要求', options: profession.labels }),
    demandCount: int('需求人数', 1, 9),
    /** Ten-thousands of 元 a year before tax, as text so that no digit is lost. */
    allowance: orEmpty(withMeta(z.string().trim().regex(/^\d{1,6}(\.\d{1,2})?$/, '津贴须为不超过两位小数的数字'), { label: '津贴（万元/年，税前）', decimal: true })),
    deadline: date('截止日期'),
    description: withMeta(text('需求说明', 2000), { show: 'longText' }),
    contactName: text('联系人', 32),
    contactMobile: personal(mobile('联系电话'), 'mobile'),
    remark: optionalText('备注', 200),
  },
  more: {
    demandNo: withMeta(z.string(), { label: '需求编号' }),
    companyName: withMeta(z.string(), { label: '发布公司' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    /** Names in the order of the ids. */
    directorNames: withMeta(z.string().nullable(), { label: '匹配人选' }),
    directorIds: z.array(z.string()),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('需求编号、公司名称或代码', 50),
    demandType: demandType.schema.optional(),
    demandStatus: withMeta(z.array(demandStatus.schema), { label: '需求状态' }).optional(),
    deadlineFrom: date('截止日期起').optional(),
    deadlineTo: date('截止日期止').optional(),
    /** Of the page of a company. */
    companyId: ref('发布公司', 'company').optional(),
  },
  view: 'member/DemandAudit',
  facts: ['demandNo', 'companyName', 'demandType', 'demandCount', 'deadline'],
  groups: {
    需求: ['demandType', 'professions', 'demandCount', 'allowance', 'deadline', 'description'],
    匹配: ['directorNames'],
    发布单位: ['companyName', 'stockCode', 'contactName', 'contactMobile'],
  },
  sortable: ['demandNo', 'deadline', 'updateTime'],
  access: { read: director('demand:read'), insert: director('demand:insert'), update: director('demand:insert'), remove: director('demand:insert'), export: director('demand:read') },
  status: { field: 'demandStatus', machine: demandStatus },
})
