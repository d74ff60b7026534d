import { z } from 'zod'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, date, flag, optionalText, ref, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { jurisdiction } from './jurisdiction'
import { companyLookup, memberLookup, openCategoryLookup } from './lookups'
import { member } from './permits'

export const transferType = choice('转移类型', { succession: '主体承继', jurisdiction: '辖区转移', category: '类别调整' })

const [insert, approve] = ['member:transfer:insert', 'member:transfer:approve'] as const
export const transferStatus = statusMachine(
  '转移状态',
  {
    draft: ['草稿', 'grey'],
    pending: ['待审核', 'amber'],
    returned: ['退回', 'violet'],
    approved: ['待生效', 'blue'],
    effective: ['已生效', 'green'],
    rejected: ['已驳回', 'red'],
    withdrawn: ['已撤回', 'grey'],
    undone: ['已撤销', 'grey'],
  },
  [
    { from: ['draft', 'returned'], to: 'pending', verb: 'submit', label: '提交审核', permit: insert },
    { from: ['pending'], to: 'approved', verb: 'approve', label: '批准', permit: approve, reason: 'optional', separate: true },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回', permit: approve, reason: 'required' },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: approve, reason: 'required', danger: true },
    { from: ['pending', 'returned'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: insert, reason: 'optional' },
    { from: ['approved'], to: 'effective', verb: 'takeEffect', label: '生效', permit: approve, single: true },
    { from: ['approved', 'effective'], to: 'undone', verb: 'undo', label: '撤销转移', permit: approve, reason: 'optional', danger: true },
  ],
)
/** The step that the calendar takes, never a person. */
export const TRANSFER_CALENDAR_VERBS: readonly string[] = ['takeEffect']

/**
 * A membership that goes over to another company, another jurisdiction or another category (domain A8). It takes effect on its
 * day, with the approval when the day has come; until something else has changed the member, it can be undone.
 */
export const memberTransfer = resource({
  name: 'memberTransfer',
  label: '会籍转移',
  base: '/member/transfer',
  id: 'transferId',
  fields: {
    memberId: ref('会员', memberLookup),
    transferType: choiceField(transferType),
    toCompanyId: onlyWhen(ref('承继公司', companyLookup).nullish(), 'transferType', ['succession'], true),
    toJurisdiction: onlyWhen(choiceField(jurisdiction, '转入辖区').nullish(), 'transferType', ['jurisdiction'], true),
    toCategoryId: onlyWhen(ref('调整后类别', openCategoryLookup).nullish(), 'transferType', ['category'], true),
    effectiveDate: date('生效日期'),
    /** Whether the balance goes along. */
    carryBalance: onlyWhen(flag('余额结转'), 'transferType', ['succession'], false),
    proofFiles: files('证明文件', { least: 1 }),
    remark: optionalText('备注', 500),
  },
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    fromText: withMeta(z.string(), { label: '转出' }),
    toText: withMeta(z.string(), { label: '转入' }),
    createBy: withMeta(z.string().nullable(), {}),
    /** Columns of member and company that are not as an effective transfer left them; null while nothing has changed. */
    changedSince: z.array(z.string()).nullable(),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    memberId: ref('会员', 'member').optional(),
    keyword: optionalText('会员编号、名称或代码', 50),
    transferType: transferType.schema.optional(),
    transferStatus: withMeta(z.array(transferStatus.schema), { label: '转移状态' }).optional(),
    effectiveDateFrom: date('生效日期起').optional(),
    effectiveDateTo: date('生效日期止').optional(),
  },
  view: 'member/MemberTransfer',
  facts: ['memberName', 'transferType', 'fromText', 'toText', 'effectiveDate'],
  sortable: ['effectiveDate', 'updateTime'],
  access: { read: member('transfer:read'), insert: member('transfer:insert'), update: member('transfer:insert'), remove: member('transfer:insert'), export: member('transfer:read') },
  status: { field: 'transferStatus', machine: transferStatus },
})
