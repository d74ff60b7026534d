import { z } from 'zod'
import { choice, choiceField, date, flag, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { email, mobile, orEmpty, phone } from '../rules/identifiers'
import { arrearsFilters } from '../fee/arrears-filters'
import { companyLookup } from './lookups'
import { member } from './permits'
import { postType } from './posts'
import { gender } from './gender'

export { postType } from './posts'

/** Where consent to promotion is known from. */
export const consentSource = choice('同意来源', { paper: '书面', online: '网上', phone: '电话', meeting: '会议现场', record: '历史登记' })
const update = 'member:contact:update'
export const contactStatus = statusMachine(
  '任职状态',
  { pending: ['待核实', 'amber'], serving: ['在任', 'green'], left: ['已离任', 'grey'], refused: ['核实不通过', 'red'] },
  [
    { from: ['pending'], to: 'serving', verb: 'confirm', label: '核实通过', permit: update },
    { from: ['pending'], to: 'refused', verb: 'refuse', label: '核实不通过', permit: update, reason: 'required', danger: true },
    { from: ['serving'], to: 'left', verb: 'leave', label: '登记离任', permit: update, reason: 'optional' },
  ],
)

/** A person at a company whom the association speaks to (domain A5). */
export const contact = resource({
  name: 'contact',
  label: '联系人',
  base: '/member/contact',
  id: 'contactId',
  fields: {
    companyId: withMeta(ref('所属公司', companyLookup), { alsoCalled: ['公司', '公司全称', '单位', '单位名称', '工作单位', '股票代码'] }),
    name: withMeta(text('姓名', 32), { alsoCalled: ['联系人', '联系人姓名', '名字'] }),
    gender: choiceField(gender),
    postType: withMeta(choiceField(postType), { alsoCalled: ['职务类型', '职位类别'] }),
    postName: withMeta(optionalText('职务名称', 50), { alsoCalled: ['职务', '职位', '职称'] }),
    mobile: personal(mobile(), 'mobile'),
    telephone: orEmpty(phone()),
    email: personal(orEmpty(email()), 'email'),
    startDate: withMeta(orEmpty(date('任职日期')), { alsoCalled: ['任职时间', '任职起始日期'] }),
    endDate: withMeta(orEmpty(date('离任日期')), { alsoCalled: ['离任时间', '离职日期'] }),
    isPrimary: withMeta(flag('主联系人'), { alsoCalled: ['是否主联系人', '首要联系人'] }),
    smsOptOut: flag('拒收短信'),
    emailOptOut: flag('拒收邮件'),
    consentDate: orEmpty(date('个人信息同意日期')),
    /** Consent to promotion by text message: since when and where it is known from. Who wants none gets none, whatever stands here. */
    smsConsentDate: orEmpty(date('短信推广同意日期')).optional(),
    smsConsentSource: choiceField(consentSource, '短信推广同意来源').nullish(),
    emailConsentDate: orEmpty(date('邮件推广同意日期')).optional(),
    emailConsentSource: choiceField(consentSource, '邮件推广同意来源').nullish(),
    remark: optionalText('备注', 200),
  },
  more: {
    companyName: withMeta(z.string(), { label: '公司简称' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    smsConsentBy: withMeta(z.string().nullable(), { label: '短信推广同意登记人' }),
    smsConsentTime: withMeta(z.string().nullable(), { label: '短信推广同意登记时间', show: 'instant' }),
    emailConsentBy: withMeta(z.string().nullable(), { label: '邮件推广同意登记人' }),
    emailConsentTime: withMeta(z.string().nullable(), { label: '邮件推广同意登记时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    companyId: ref('所属公司', 'company').optional(),
    postType: withMeta(z.array(postType.schema), { label: '职务类别' }).optional(),
    contactStatus: contactStatus.schema.optional(),
    /** Exact number: a part of one would tell numbers to whoever may not see them. */
    mobile: optionalText('手机号码（完整）', 20),
    ...arrearsFilters,
  },
  view: 'member/ContactList',
  facts: ['companyName', 'postType', 'postName', 'startDate'],
  groups: {
    任职: ['companyName', 'stockCode', 'postType', 'postName', 'startDate', 'endDate', 'isPrimary'],
    联系方式: ['mobile', 'telephone', 'email'],
    意愿与同意: ['smsOptOut', 'emailOptOut', 'consentDate', 'smsConsentDate', 'smsConsentSource', 'smsConsentBy', 'smsConsentTime', 'emailConsentDate', 'emailConsentSource', 'emailConsentBy', 'emailConsentTime'],
  },
  sortable: ['updateTime', 'startDate'],
  access: { read: member('contact:read'), insert: member('contact:update'), update: member('contact:update'), remove: member('contact:update'), export: member('contact:export'), import: member('contact:update') },
  status: { field: 'contactStatus', machine: contactStatus },
})
