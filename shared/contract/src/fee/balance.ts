import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, moneyDate, optionalText, ref, text, version, withMeta, yuanFen } from '../core/fields'
import { files } from '../core/files'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { orEmpty } from '../rules/identifiers'
import { balanceLookup } from './lookups'
import { payeeAccount } from './payment'
import { fee } from './permits'

export const balanceAction = choice('办理事项', { adjustment: '余额调整', transfer: '余额转移', refund: '退还余额' })
export const adjustDirection = choice('调整方向', { increase: '增加', decrease: '减少' })

const [ask, approve, refund] = ['fee:balance:request', 'fee:balance:approve', 'fee:balance:refund'] as const
export const requestStatus = statusMachine(
  '办理状态',
  {
    pending: ['待审批', 'amber'],
    released: ['已放款', 'blue'],
    done: ['已办结', 'green'],
    rejected: ['已驳回', 'red'],
    withdrawn: ['已撤回', 'grey'],
    undone: ['已撤销', 'grey'],
  },
  [
    { from: ['pending'], to: 'done', verb: 'approve', label: '批准', permit: approve, reason: 'optional', separate: true },
    { from: ['pending'], to: 'released', verb: 'release', label: '放款', permit: refund, reason: 'optional', danger: true, separate: true },
    { from: ['released'], to: 'done', verb: 'payOut', label: '登记付款', permit: refund, single: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: approve, reason: 'required', danger: true, separate: true },
    { from: ['pending'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: ask, reason: 'optional' },
    { from: ['done'], to: 'undone', verb: 'undo', label: '撤销办理', permit: approve, reason: 'required', danger: true, separate: true },
    { from: ['released', 'done'], to: 'undone', verb: 'bounce', label: '付款退回', permit: refund, reason: 'required', danger: true },
  ],
)
/** The step that takes the bank's serial with it, and so has a call of its own. */
export const PAY_OUT_VERB = 'payOut'

/**
 * What moves a member's balance other than paying and using it (domain B3): setting it right, moving it to another member, giving
 * it back. One asks, another decides; what is to go out is held from the moment it was asked for, so that nobody uses it twice.
 */
export const balanceRequest = resource({
  name: 'balanceRequest',
  label: '余额办理',
  base: '/fee/balanceRequest',
  id: 'requestId',
  fields: {
    requestType: choiceField(balanceAction),
    memberId: ref('会员', balanceLookup),
    direction: onlyWhen(choiceField(adjustDirection).nullish(), 'requestType', ['adjustment'], true),
    toMemberId: onlyWhen(ref('转入会员', balanceLookup).nullish(), 'requestType', ['transfer'], true),
    amount: yuanFen('金额（元）', 1),
    payeeName: onlyWhen(optionalText('收款户名', 100), 'requestType', ['refund'], true),
    payeeBank: onlyWhen(optionalText('开户银行', 100), 'requestType', ['refund'], true),
    /** Kept sealed, shown masked. */
    payeeAccount: personal(onlyWhen(orEmpty(payeeAccount()), 'requestType', ['refund'], true), 'bankCard'),
    reason: text('事由', 200, 2),
    /** A refund may do without: the member asks for it in many ways. */
    basis: files('依据文件', { exts: ['pdf', 'jpg', 'png', 'docx'], max: 5 }).optional(),
  },
  more: {
    requestNo: withMeta(z.string(), { label: '办理编号' }),
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    toMemberNo: withMeta(z.string().nullable(), { label: '转入会员编号' }),
    toMemberName: withMeta(z.string().nullable(), { label: '转入会员' }),
    /** With its sign: what the member's balance gains or loses. */
    change: withMeta(z.number().int(), { label: '余额变动（元）', show: 'yuan' }),
    bankSerial: withMeta(z.string().nullable(), { label: '付款流水号' }),
    paidDate: withMeta(z.string().nullable(), { label: '付款日期', show: 'date' }),
    applicant: withMeta(z.string(), { label: '申请人' }),
    decider: withMeta(z.string().nullable(), { label: '审批人' }),
    /** Who asked; without label, so that no screen shows it. */
    createBy: withMeta(z.string().nullable(), {}),
    createTime: withMeta(z.string(), { label: '申请时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('办理编号、会员编号、名称或代码', 50),
    requestType: balanceAction.schema.optional(),
    requestStatus: withMeta(z.array(requestStatus.schema), { label: '办理状态' }).optional(),
    memberId: ref('会员', 'memberBalance').optional(),
  },
  facts: ['requestNo', 'requestType', 'memberName', 'change', 'applicant'],
  told: ['decider'],
  groups: {
    办理: ['requestNo', 'requestType', 'memberNo', 'memberName', 'toMemberNo', 'toMemberName', 'direction', 'amount', 'change'],
    收款: ['payeeName', 'payeeBank', 'payeeAccount', 'bankSerial', 'paidDate'],
  },
  sortable: ['requestNo', 'updateTime'],
  access: { read: fee('balance:read'), insert: fee('balance:request'), export: fee('balance:read') },
  status: { field: 'requestStatus', machine: requestStatus },
})

/** Notes that the bank has paid a released refund out. */
export const payOutRefund = call({
  path: '/fee/balanceRequest/payOutRefund',
  title: '登记退款付款',
  access: fee('balance:refund'),
  write: true,
  request: body({ requestId: ref('余额办理', 'balanceRequest'), version: version(), bankSerial: text('付款流水号', 40, 2), paidDate: moneyDate('付款日期') }),
  response: z.object({ version: version() }),
})
