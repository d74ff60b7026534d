import { z } from 'zod'
import { needed } from '../core/field-rules'
import { flag, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { exchangeLookup, openExchangeLookup } from './exchange-lookups'
import { exchangeType } from './exchange'
import { exchange } from './permits'

const [update, audit] = ['exchange:apply:update', 'exchange:apply:audit'] as const
const opinion = { reasonLabel: '审核意见' } as const
export const applyStatus = statusMachine(
  '报名状态',
  {
    pending: ['待审核', 'amber'],
    approved: ['已通过', 'green'],
    waiting: ['候补', 'violet'],
    refused: ['未通过', 'red'],
    cancelled: ['已取消', 'grey'],
    attended: ['已参加', 'teal'],
    absent: ['未参加', 'grey'],
  },
  [
    { from: ['pending'], to: 'approved', verb: 'approve', label: '通过', permit: audit, reason: 'optional', ...opinion, separate: true },
    { from: ['pending'], to: 'waiting', verb: 'wait', label: '转候补', permit: audit, reason: 'optional', ...opinion, separate: true },
    { from: ['pending'], to: 'refused', verb: 'refuse', label: '不通过', permit: audit, reason: 'required', ...opinion, danger: true, separate: true },
    { from: ['waiting'], to: 'approved', verb: 'admit', label: '递补', permit: audit, single: true },
    { from: ['pending', 'approved', 'waiting'], to: 'cancelled', verb: 'cancel', label: '取消报名', permit: update, reason: 'optional', danger: true },
    { from: ['approved'], to: 'attended', verb: 'attend', label: '确认参加', permit: audit },
    { from: ['attended'], to: 'approved', verb: 'revoke', label: '撤销参加', permit: audit, reason: 'required', single: true },
    { from: ['approved'], to: 'absent', verb: 'miss', label: '记为未参加', permit: audit, single: true },
  ],
)
/** Steps that follow from a freed place and from the summary; no button has them. */
export const APPLY_CLOCK_VERBS: readonly string[] = ['admit', 'miss']

/** Passport number of a Chinese or foreign passport: letters and digits alone. */
export const passportNo = () =>
  withMeta(z.string().trim().transform((typed) => typed.toUpperCase().replace(/\s/g, '')).refine((no) => /^[A-Z0-9]{5,12}$/.test(no), '护照号须为 5 至 12 位字母或数字'), { label: '护照号' })

/** What is asked of somebody who applies. A passport is asked of those who go abroad, and of nobody else. */
export const applicantFields = {
  /** Guests belong to no company of the register: then `unitName` says where they are from. */
  companyId: orEmpty(ref('单位', companyLookup)),
  unitName: needed(optionalText('单位名称', 100), ({ companyId }) => (companyId ? null : '请选择单位，或填写单位名称')),
  name: text('姓名', 32),
  postName: text('职务', 50),
  mobile: personal(mobile(), 'mobile'),
  email: personal(orEmpty(email()), 'email'),
  passportNo: personal(orEmpty(passportNo()), 'passport'),
  insureFlag: flag('购买保险'),
  remark: optionalText('备注', 200),
}

/** Somebody's application for an exchange (domain F2). */
export const exchangeApply = resource({
  name: 'exchangeApply',
  label: '交流报名',
  base: '/meeting/exchangeApply',
  id: 'applyId',
  fields: { exchangeId: ref('活动', openExchangeLookup), ...applicantFields },
  more: {
    exchangeName: withMeta(z.string(), { label: '活动名称' }),
    exchangeType: withMeta(exchangeType.schema, { label: '活动类型' }),
    startDate: withMeta(z.string(), { label: '开始日期', show: 'date' }),
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    /** Applications of the same company that have a place, and how many it may have. */
    ofCompany: withMeta(z.string().nullable(), { label: '本单位已占/限额' }),
    /** Those on the waiting list before this one; null where this one does not wait. */
    before: withMeta(z.number().int().nullable(), { label: '前面候补人数', show: 'count' }),
    auditOpinion: withMeta(z.string().nullable(), { label: '审核意见' }),
    createTime: withMeta(z.string(), { label: '报名时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名或单位', 50),
    exchangeId: ref('活动', exchangeLookup).optional(),
    companyId: ref('单位', companyLookup).optional(),
    applyStatus: withMeta(z.array(applyStatus.schema), { label: '报名状态' }).optional(),
    mobile: optionalText('手机号码（完整）', 20),
  },
  view: 'meeting/ExchangeApply',
  facts: ['exchangeName', 'companyName', 'postName', 'startDate'],
  told: ['auditOpinion'],
  groups: { 活动: ['exchangeName', 'exchangeType', 'startDate', 'ofCompany', 'before'] },
  sortable: ['createTime'],
  access: { read: exchange('apply:read'), insert: exchange('apply:update'), update: exchange('apply:update'), export: exchange('apply:read') },
  status: { field: 'applyStatus', machine: applyStatus },
})
