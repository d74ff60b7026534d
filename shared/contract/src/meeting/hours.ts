import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, date, id, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { hoursField } from './hours-field'
import { learnerLookup } from './learner-lookups'
import { learnerRole } from './learner'
import { meetingLookup } from './lookups'
import { course } from './permits'

export const hoursSource = choice('来源', { session: '会议签到', meeting: '会议出席', course: '课程', exchange: '学习交流', lecturing: '授课', claim: '外部学时申报' })

const audit = 'course:hours:audit'
const opinion = { reasonLabel: '审核意见' } as const
export const entryStatus = statusMachine(
  '学时状态',
  { pending: ['待审核', 'amber'], approved: ['已认定', 'green'], revoked: ['已撤销', 'grey'] },
  [
    { from: ['pending'], to: 'approved', verb: 'approve', label: '认定', permit: audit, reason: 'optional', ...opinion, separate: true },
    { from: ['pending'], to: 'revoked', verb: 'reject', label: '不认定', permit: audit, reason: 'required', ...opinion, danger: true, separate: true },
    { from: ['approved'], to: 'revoked', verb: 'revoke', label: '撤销', permit: audit, reason: 'required', danger: true },
  ],
)

/** An entry of the ledger of hours: what it says is never changed, it is approved or revoked. The form is a claim of hours from outside. */
export const hoursEntry = resource({
  name: 'hoursEntry',
  label: '学时',
  fileTitle: '学时台账',
  base: '/meeting/hours',
  id: 'entryId',
  fields: {
    learnerId: ref('学员', learnerLookup),
    title: text('培训名称', 100),
    hours: hoursField('学时', 0.5),
    learnedOn: date('学习日期'),
    proof: files('证明材料', { max: 5, least: 1 }),
    remark: optionalText('备注', 200),
  },
  more: {
    learnerName: withMeta(z.string(), { label: '学员' }),
    learnerRole: withMeta(learnerRole.schema, { label: '适用对象' }),
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    sourceType: withMeta(hoursSource.schema, { label: '来源' }),
    opinion: withMeta(z.string().nullable(), { label: '审核意见' }),
    createTime: withMeta(z.string(), { label: '记入时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('培训名称', 50),
    learnerId: ref('学员', learnerLookup).optional(),
    companyId: ref('单位', companyLookup).optional(),
    sourceType: withMeta(z.array(hoursSource.schema), { label: '来源' }).optional(),
    entryStatus: withMeta(z.array(entryStatus.schema), { label: '学时状态' }).optional(),
    learnedOnFrom: date('学习日期起').optional(),
    learnedOnTo: date('学习日期止').optional(),
  },
  view: 'meeting/HoursList',
  facts: ['learnerName', 'companyName', 'hours', 'sourceType', 'learnedOn'],
  told: ['opinion'],
  sortable: ['learnedOn', 'createTime'],
  access: { read: course('hours:read'), insert: course('hours:claim'), export: course('hours:read') },
  status: { field: 'entryStatus', machine: entryStatus },
})

const part = {
  /** Null for a meeting without sessions: who attended it. */
  sessionId: id().nullable(),
  title: z.string(),
  attended: z.number().int(),
  /** Of these, those who have an entry for it. */
  granted: z.number().int(),
  hours: z.number().nullable(),
}

/** What of a meeting may become hours: its sessions with how many signed in. */
export const selectMeetingHours = call({
  path: '/meeting/hours/selectMeetingHours',
  title: '查询会议学时',
  access: course('hours:grant'),
  request: body({ meetId: ref('会议', meetingLookup) }),
  response: z.object({ meetingName: z.string(), parts: z.array(z.object(part)) }),
})

/** Makes hours of the attendance at a meeting, to be approved by another. Repeated, it adds those who have none yet. */
export const grantMeetingHours = call({
  path: '/meeting/hours/grantMeetingHours',
  title: '按出席认定学时',
  access: course('hours:grant'),
  write: true,
  request: body({
    meetId: ref('会议', meetingLookup),
    parts: z.array(z.strictObject({ sessionId: ref('签到场次', 'signSession').nullable(), hours: hoursField('学时', 0.5) })).min(1, '请填写至少一场的学时').max(200),
  }),
  response: z.object({ added: z.number().int(), already: z.number().int() }),
})

/** Notes hours of who lectured, to be approved by another. */
export const noteLecturing = call({
  path: '/meeting/hours/noteLecturing',
  title: '登记授课学时',
  access: course('hours:grant'),
  write: true,
  request: body({ learnerId: ref('学员', learnerLookup), title: text('授课内容', 100), hours: hoursField('学时', 0.5), learnedOn: date('授课日期') }),
  response: z.object({ entryId: id() }),
})
