import { z } from 'zod'
import { choice, choiceField, flag, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { memberLookup } from './lookups'
import { member } from './permits'

export const withdrawType = choice('终止类型', { voluntary: '自愿退会', expelled: '除名', lapsed: '自动丧失会籍', dissolved: '主体注销' })

const [insert, decide] = ['member:withdraw:insert', 'member:withdraw:decide'] as const
export const withdrawStatus = statusMachine(
  '办理状态',
  { pending: ['待受理', 'amber'], review: ['待审议', 'blue'], ended: ['已终止', 'grey'], cancelled: ['已撤销', 'grey'] },
  [
    { from: ['pending'], to: 'review', verb: 'accept', label: '受理', permit: insert },
    { from: ['review'], to: 'ended', verb: 'decide', label: '审议通过', permit: decide, reason: 'optional', danger: true, separate: ['accept'] },
    { from: ['pending', 'review'], to: 'cancelled', verb: 'cancel', label: '撤销', permit: insert, reason: 'required' },
  ],
)

/**
 * A case in which a membership ends (domain A9). What is owed is told and never stands in the way: nobody may be kept
 * from leaving, and paid dues are not given back.
 */
export const memberWithdraw = resource({
  name: 'memberWithdraw',
  label: '退会与除名',
  base: '/member/withdraw',
  id: 'withdrawId',
  fields: {
    memberId: ref('会员', memberLookup),
    withdrawType: choiceField(withdrawType),
    reason: text('原因', 500, 2),
    /** Of a voluntary case: needed before it is accepted. */
    applyLetter: files('退会函', { exts: ['pdf', 'jpg', 'png'], max: 3 }).optional(),
    certReturned: flag('证书交回'),
    /** Needed for expulsion and lapse before the decision. */
    decisionNo: optionalText('决议文号', 50),
    remark: optionalText('备注', 500),
  },
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    companyName: withMeta(z.string(), { label: '公司全称' }),
    arrears: withMeta(z.number().int(), { label: '未缴会费（元）', show: 'yuan' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('会员编号、名称或代码', 50),
    withdrawType: withdrawType.schema.optional(),
    withdrawStatus: withdrawStatus.schema.optional(),
    /** Of the pages of a member and a company. */
    memberId: ref('会员', 'member').optional(),
    companyId: ref('所属公司', 'company').optional(),
  },
  view: 'member/MemberWithdraw',
  facts: ['memberNo', 'memberName', 'withdrawType', 'arrears'],
  sortable: ['updateTime'],
  access: { read: member('withdraw:read'), insert: member('withdraw:insert'), update: member('withdraw:insert'), export: member('withdraw:read') },
  status: { field: 'withdrawStatus', machine: withdrawStatus },
})
