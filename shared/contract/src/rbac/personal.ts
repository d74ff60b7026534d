import { z } from 'zod'
import { body, call, done, signedIn } from '../core/call'
import { fallback } from '../core/field-rules'
import { choice, choiceField, date, flag, id, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { rbac } from './permits'

/** Records by which somebody can be named who asks for their data, or for its erasure. */
export const personalRecord = choice('记录', {
  user: '账号',
  directorUser: '独立董事',
  contact: '联系人',
  joinApply: '入会申请',
  enterpriseUser: '企业用户',
  exclusiveUser: '专属用户',
  trialAccount: '试用账号',
  meetingRegistration: '会议报名',
})

const [request, erase] = ['rbac:personal:request', 'rbac:personal:erase'] as const

export const namesInTexts = choice('文字中的姓名', { replace: '替换', keep: '保留，姓名是常用词时' })
/** Names within notes and messages go unless they are words: who carries it out has seen where they stand. */
export const carryOutInput = { namesInTexts: fallback(choiceField(namesInTexts), () => 'replace') }

/** 注销: one asks, the person or somebody for them, and another one carries it out. */
export const requestStatus = statusMachine(
  '状态',
  { pending: ['待办理', 'amber'], done: ['已注销', 'green'], rejected: ['已驳回', 'red'], withdrawn: ['已撤回', 'grey'] },
  [
    { from: ['pending'], to: 'done', verb: 'carryOut', label: '执行注销', permit: erase, separate: true, danger: true, single: true, input: carryOutInput },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: erase, reason: 'required', separate: true, single: true },
    { from: ['pending'], to: 'withdrawn', verb: 'withdraw', label: '撤回', permit: request, single: true },
  ],
)

const told = (label: string) => withMeta(z.string().nullable(), { label })
const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const recordId = () => withMeta(z.string({ error: '请选择当事人的记录' }).regex(/^\d{1,18}$/, '请选择当事人的记录'), { label: '记录编号' })

/** A request to erase all that is known of one person (PIPL Art. 47). What it tells of them is masked, and goes with them. */
export const personalRequest = resource({
  name: 'personalRequest',
  label: '个人信息注销申请',
  base: '/user/personalRequest',
  id: 'requestId',
  fields: {
    recordType: choiceField(personalRecord),
    recordId: recordId(),
    reason: text('申请原因', 200, 5),
  },
  more: {
    requestNo: withMeta(z.string(), { label: '申请编号' }),
    subject: withMeta(z.string(), { label: '当事人' }),
    own: flag('本人申请'),
    createBy: id(),
    createName: told('申请人'),
    createTime: withMeta(z.string(), { label: '申请时间', show: 'instant' }),
    decideName: told('办理人'),
    decideTime: withMeta(z.string().nullable(), { label: '办理时间', show: 'instant' }),
    decideReason: told('办理意见'),
  },
  filters: { requestStatus: requestStatus.schema.optional(), recordType: personalRecord.schema.optional() },
  view: 'rbac/PersonalRequest',
  facts: ['subject', 'recordType', 'createName', 'createTime'],
  told: ['decideName', 'decideTime', 'decideReason'],
  sortable: ['createTime'],
  access: { read: rbac('personal:read'), insert: rbac('personal:request'), export: rbac('personal:read') },
  status: { field: 'requestStatus', machine: requestStatus },
})

export const erasureCause = choice('原因', { request: '注销申请', refused: '未通过的申请期满' }, { request: 'blue', refused: 'teal' })

/** What was erased, when and by whom; it names nobody. */
export const erasure = resource({
  name: 'erasure',
  label: '删除记录',
  base: '/user/erasure',
  id: 'erasureId',
  fields: {},
  more: {
    erasureNo: withMeta(z.string(), { label: '删除编号' }),
    cause: choiceField(erasureCause),
    requestNo: told('申请编号'),
    records: withMeta(z.string(), { label: '涉及记录' }),
    erasedRows: count('删除或匿名行数'),
    keptRows: count('依法保留行数'),
    fileCount: count('删除文件数'),
    byName: told('办理人'),
    eraseTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
  },
  filters: { cause: erasureCause.schema.optional(), eraseTimeFrom: date('时间').optional(), eraseTimeTo: date('时间').optional() },
  view: 'rbac/ErasureRecord',
  facts: ['cause', 'eraseTime', 'erasedRows', 'keptRows'],
  sortable: ['eraseTime'],
  access: { read: rbac('personal:read'), export: rbac('personal:read') },
  appendOnly: true,
})

export const fate = choice('处理', { erase: '匿名', delete: '删除', keep: '依法保留', text: '文字替换' }, { erase: 'blue', delete: 'red', keep: 'grey', text: 'teal' })

const fateLine = z.object({ group: z.string(), label: z.string(), fate: choiceField(fate), rows: z.number().int(), basis: z.string().nullable(), until: z.string().nullable() })
export type FateLine = z.output<typeof fateLine>

const preview = z.object({
  lines: z.array(fateLine),
  /** What has to be settled before it can be carried out. */
  blocks: z.array(z.string()),
  /** Others who bear the same name: names within texts are then left for people to look at. */
  namesakes: z.number().int(),
  files: z.number().int(),
})

/** What carrying a request out would do, table by table. */
export const previewErasure = call({
  path: '/user/personalRequest/previewErasure',
  title: '预览个人信息注销',
  access: rbac('personal:read'),
  request: body({ requestId: id() }),
  response: preview,
})

/** What an erasure has done, table by table. */
export const selectErasureLines = call({
  path: '/user/erasure/selectErasureLines',
  title: '查看删除明细',
  access: rbac('personal:read'),
  request: body({ erasureId: id() }),
  response: z.object({ lines: z.array(fateLine) }),
})

/** Records that a whole mobile number, mail address, ID number or name means; each look by a number counts. */
export const findPersonalRecords = call({
  path: '/user/personalRequest/findPersonalRecords',
  title: '查找个人信息记录',
  access: rbac('personal:request'),
  request: body({ keyword: text('姓名、手机号码、邮箱或身份证号', 64, 2) }),
  response: z.array(z.object({ recordType: choiceField(personalRecord), recordId: id(), name: z.string(), mobile: z.string().nullable() })),
})

const begun = z.object({ workId: id() })

/** All data about one person as a file, for an answer to that person (PIPL Art. 45). */
export const exportPersonal = call({
  path: '/user/personalRequest/exportPersonal',
  title: '导出个人信息',
  access: rbac('personal:export'),
  write: true,
  request: body({ recordType: choiceField(personalRecord), recordId: recordId(), reason: text('导出原因', 200, 5) }),
  response: begun,
})

// --- one's own -----------------------------------------------------------------------------------

export const selectOwnPersonal = call({
  path: '/user/personalRequest/selectOwnPersonal',
  title: '查询本人信息概况',
  access: signedIn,
  request: body({}),
  response: z.object({
    ...preview.shape,
    request: z.object({ requestId: id(), requestNo: z.string(), reason: z.string(), createTime: z.string(), requestStatus: requestStatus.schema, decideReason: z.string().nullable() }).nullable(),
  }),
})

export const exportOwnPersonal = call({ path: '/user/personalRequest/exportOwnPersonal', title: '导出本人信息', access: signedIn, write: true, request: body({}), response: begun })

export const requestOwnErasure = call({
  path: '/user/personalRequest/requestOwnErasure',
  title: '申请注销本人账号',
  access: signedIn,
  write: true,
  request: body({ reason: text('申请原因', 200, 5) }),
  response: done,
})

export const withdrawOwnErasure = call({ path: '/user/personalRequest/withdrawOwnErasure', title: '撤回本人注销申请', access: signedIn, write: true, request: body({}), response: done })
