import { z } from 'zod'
import { date, optionalText, ref, text, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { mobile, orEmpty } from '../rules/identifiers'
import { memberLookup } from './lookups'
import { member } from './permits'

const update = 'member:exclusive:update'
export const exclusiveStatus = statusMachine('状态', { normal: ['正常', 'green'], disabled: ['停用', 'grey'], expired: ['已过期', 'violet'] }, [
  { from: ['normal'], to: 'disabled', verb: 'disable', label: '停用', permit: update, reason: 'optional' },
  { from: ['disabled', 'expired'], to: 'normal', verb: 'enable', label: '启用', permit: update },
  { from: ['normal'], to: 'expired', verb: 'expire', label: '过期', permit: update, single: true },
])
/** The step that the calendar takes, never a person. */
export const EXCLUSIVE_CALENDAR_VERBS: readonly string[] = ['expire']

/** A person of a member whom its services are open to, up to a day (domain A11). One mobile stands once. */
export const exclusiveUser = resource({
  name: 'exclusiveUser',
  label: '专属用户',
  base: '/member/exclusiveUser',
  id: 'exclusiveId',
  fields: {
    memberId: withMeta(ref('会员', memberLookup), { importAs: '会员编号', alsoCalled: ['会员单位', '公司简称', '公司名称', '单位名称'] }),
    name: withMeta(text('姓名', 32), { alsoCalled: ['用户姓名', '名字', '联系人'] }),
    mobile: personal(mobile(), 'mobile'),
    postName: withMeta(optionalText('职务', 50), { alsoCalled: ['职位', '岗位'] }),
    /** Empty: without end. */
    validTo: withMeta(orEmpty(date('有效期至')), { alsoCalled: ['到期日期', '有效期止', '截止日期'] }),
    remark: optionalText('备注', 200),
  },
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    companyName: withMeta(z.string(), { label: '公司全称' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、会员编号、公司名称或代码', 50),
    memberId: ref('会员', 'member').optional(),
    /** Of the page of a company. */
    companyId: ref('所属公司', 'company').optional(),
    exclusiveStatus: withMeta(z.array(exclusiveStatus.schema), { label: '状态' }).optional(),
    validToFrom: date('有效期起').optional(),
    validToTo: date('有效期止').optional(),
  },
  view: 'member/ExclusiveUser',
  facts: ['memberNo', 'memberName', 'postName', 'validTo'],
  sortable: ['validTo', 'updateTime'],
  access: { read: member('exclusive:read'), insert: member('exclusive:update'), update: member('exclusive:update'), remove: member('exclusive:update'), export: member('exclusive:read'), import: member('exclusive:update') },
  status: { field: 'exclusiveStatus', machine: exclusiveStatus },
})
