import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, id, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { changeTargetLookup } from './lookups'
import { director } from './permits'

export const changeTarget = choice('变更对象', { company: '公司', contact: '联系人', representative: '会员代表', invoiceHead: '发票抬头', director: '独董信息' })

const [insert, audit] = ['director:change:insert', 'director:change:audit'] as const
export const changeStatus = statusMachine(
  '变更状态',
  { pending: ['待审核', 'amber'], passed: ['已通过', 'green'], rejected: ['已驳回', 'red'], withdrawn: ['已撤回', 'grey'] },
  [
    { from: ['pending'], to: 'passed', verb: 'pass', label: '通过', permit: audit, reason: 'optional', reasonLabel: '审核意见', separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: audit, reason: 'required', reasonLabel: '审核意见', danger: true, separate: true },
    { from: ['pending'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: insert, reason: 'optional' },
  ],
)

/** Fields that one request may change. */
export const CHANGE_ITEMS = 20

/** A field that is to change; an empty value empties it, where the record allows that. */
export const changeItem = z.strictObject({ fieldName: text('变更项', 40), newValue: optionalText('变更为', 500) })
/** What an item says to people: masked where the field is personal, null where there is nothing. */
export const changedItem = z.object({ fieldName: z.string(), label: z.string(), oldText: z.string().nullable(), newText: z.string().nullable() })

/**
 * A change of fields of a record that somebody asks for (domain A10). Passing it writes all of them in the same transaction, by
 * the record's own rules, or none, and keeps what stood there before. One open request a record and field.
 */
export const changeRequest = resource({
  name: 'changeRequest',
  label: '变更申请',
  base: '/soleManager/change',
  id: 'changeId',
  fields: {
    targetType: choiceField(changeTarget),
    targetId: withMeta(id('变更对象'), { lookup: changeTargetLookup }),
    /** Fields that `selectChangeFields` names for the target, each once. */
    changeItems: withMeta(z.array(changeItem).min(1, '请至少填写一项变更').max(CHANGE_ITEMS, `一次最多变更 ${CHANGE_ITEMS} 项`), { label: '变更内容' }).optional(),
    /** A single field, as calls name it that know of no items. */
    fieldName: optionalText('变更项', 40),
    newValue: optionalText('变更为', 500),
    proofFiles: files('证明材料').optional(),
    remark: optionalText('备注', 500),
  },
  more: {
    changeNo: withMeta(z.string(), { label: '变更编号' }),
    targetName: withMeta(z.string(), { label: '对象名称' }),
    changes: withMeta(z.array(changedItem), { label: '变更明细' }),
    fieldLabel: withMeta(z.string(), { label: '变更项' }),
    /** All items in words, masked where the field is personal: what stood there when it was asked for. */
    oldText: withMeta(z.string().nullable(), { label: '变更前' }),
    newText: withMeta(z.string().nullable(), { label: '变更后' }),
    submitter: withMeta(z.string(), { label: '提交人' }),
    createBy: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('变更编号或对象名称', 50),
    targetType: changeTarget.schema.optional(),
    changeStatus: withMeta(z.array(changeStatus.schema), { label: '变更状态' }).optional(),
    updateTimeFrom: date('更新日期起').optional(),
    updateTimeTo: date('更新日期止').optional(),
    /** Of the page of a company: changes of itself, its people, who represents its members, and the heads of its invoices. */
    companyId: ref('公司', 'company').optional(),
  },
  view: 'member/ChangeMsg',
  facts: ['changeNo', 'targetType', 'targetName', 'submitter', 'updateTime'],
  sortable: ['changeNo', 'updateTime'],
  access: { read: director('change:read'), insert: director('change:insert'), export: director('change:read') },
  status: { field: 'changeStatus', machine: changeStatus },
})

/** For the form: kinds of records that can be changed so, and their fields. `proof` tells that documents are needed. */
export const selectChangeFields = call({
  path: '/soleManager/change/selectChangeFields',
  title: '查询可变更项',
  access: director('change:insert'),
  request: body({}),
  response: z.array(z.object({ targetType: choiceField(changeTarget), fields: z.array(z.object({ fieldName: z.string(), label: z.string(), proof: z.boolean(), options: z.record(z.string(), z.string()).nullable() })) })),
})

/** For the form: at most twenty records of a kind by keyword, within the person's scope. */
export const findChangeTargets = call({
  path: '/soleManager/change/findChangeTargets',
  title: '查找变更对象',
  access: director('change:insert'),
  request: body({ targetType: choiceField(changeTarget), keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ targetId: id(), name: z.string() })),
})

/** For the form: what stands in the changeable fields of a record within the person's scope, in words and masked where personal. */
export const selectChangeTarget = call({
  path: '/soleManager/change/selectChangeTarget',
  title: '查看变更对象',
  access: director('change:insert'),
  request: body({ targetType: choiceField(changeTarget), targetId: id('变更对象') }),
  response: z.object({ name: z.string(), fields: z.array(z.object({ fieldName: z.string(), text: z.string().nullable() })) }),
})
