import { z } from 'zod'
import { id, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { userLookup } from './lookups'
import { rbac } from './permits'

const permit = 'rbac:user:resetFactor'

export const resetStatus = statusMachine(
  '状态',
  { pending: ['待确认', 'amber'], approved: ['已重置', 'green'], rejected: ['已驳回', 'red'], withdrawn: ['已撤回', 'grey'], expired: ['已过期', 'grey'] },
  [
    { from: ['pending'], to: 'approved', verb: 'approve', label: '确认重置', permit, danger: true, single: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit, reason: 'required', single: true },
    { from: ['pending'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit, single: true },
  ],
)

const access = rbac('user:resetFactor')
const name = (label: string) => withMeta(z.string().nullable(), { label })

/** A request to take somebody's second factor away: one administrator asks, another one, who is neither the asker nor the person, confirms within 24 hours. */
export const secondFactorReset = resource({
  name: 'secondFactorReset',
  label: '二次验证重置',
  base: '/user/secondFactorReset',
  id: 'resetId',
  fields: {
    userId: withMeta(ref('用户', userLookup), { carried: ['realName', 'loginName'] }),
    reason: text('申请原因', 200, 5),
  },
  more: {
    realName: withMeta(z.string(), { label: '姓名' }),
    loginName: withMeta(z.string(), { label: '登录账号' }),
    askBy: id(),
    askName: name('申请人'),
    createTime: withMeta(z.string(), { label: '申请时间', show: 'instant' }),
    expireTime: withMeta(z.string(), { label: '确认期限', show: 'instant' }),
    decideName: name('办理人'),
    decideTime: withMeta(z.string().nullable(), { label: '办理时间', show: 'instant' }),
    decideReason: name('办理意见'),
  },
  filters: { resetStatus: resetStatus.schema.optional() },
  view: 'rbac/SecondFactorReset',
  facts: ['loginName', 'askName', 'createTime', 'expireTime'],
  sortable: ['createTime'],
  access: { read: access, insert: access },
  status: { field: 'resetStatus', machine: resetStatus },
})
