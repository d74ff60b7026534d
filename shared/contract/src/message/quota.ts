import { z } from 'zod'
import { int, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { deptLookup } from '../rbac/lookups'
import { message } from './permits'

export const signStatus = statusMachine('签名状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: 'message:quota:update', danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: 'message:quota:update' },
])
/** A department's signature and the parts that it may send a month (domain J5). */
export const smsQuota = resource({
  name: 'smsQuota',
  label: '签名与额度',
  base: '/message/quota',
  id: 'quotaId',
  fields: {
    deptId: ref('部门', deptLookup),
    signName: withMeta(z.string({ error: '请填写短信签名' }).trim().regex(/^[\p{Script=Han}A-Za-z0-9]{2,12}$/u, '签名须为 2 至 12 个汉字、字母或数字，不含符号'), { label: '短信签名' }),
    monthlyParts: int('每月额度（条）', 0, 10_000_000),
    remark: optionalText('备注', 200),
  },
  more: {
    deptName: withMeta(z.string(), { label: '部门' }),
    usedParts: withMeta(z.number().int(), { label: '本月已用（条）', show: 'count' }),
    leftParts: withMeta(z.number().int(), { label: '本月剩余（条）', show: 'count' }),
  },
  filters: { keyword: optionalText('部门或签名', 30), signStatus: signStatus.schema.optional() },
  view: 'member/SignQuota',
  facts: ['deptName', 'monthlyParts', 'usedParts', 'leftParts'],
  sortable: ['monthlyParts'],
  access: { read: message('quota:read'), insert: message('quota:update'), update: message('quota:update'), remove: message('quota:update') },
  status: { field: 'signStatus', machine: signStatus },
})
