import { z } from 'zod'
import { choice, choiceField, flag, instant, int, optionalText, ref, text, withMeta, yuanFen } from '../core/fields'
import { onlyWhen } from '../core/conditions'
import { agrees, computed } from '../core/field-rules'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { email, mobile, orEmpty } from '../rules/identifiers'
import { labourTax } from '../rules/withholding'
import { lecturerLookup, meetingLookup } from './lookups'
import { meeting } from './permits'

const update = 'meeting:lecturer:update'

export const lecturerStatus = statusMachine(
  '讲师状态',
  { active: ['在聘', 'green'], stopped: ['停用', 'grey'] },
  [
    { from: ['active'], to: 'stopped', verb: 'stop', label: '停用', permit: update, danger: true },
    { from: ['stopped'], to: 'active', verb: 'resume', label: '恢复', permit: update },
  ],
)
export const lecturerField = /* @__PURE__ */ choice('擅长方向', { governance: '公司治理', disclosure: '信息披露', finance: '财务会计', law: '法律合规', capital: '资本运作', esg: '可持续发展', other: '其他' })

/** Somebody who speaks at meetings or teaches courses (讲师); the one entity behind both. */
export const lecturer = resource({
  name: 'lecturer',
  label: '讲师',
  base: '/meeting/lecturer',
  id: 'lecturerId',
  fields: {
    lecturerName: text('姓名', 32),
    unitPost: text('单位职务', 100),
    specialties: withMeta(z.array(lecturerField.schema).max(7), { label: '擅长方向' }),
    mobile: personal(orEmpty(mobile()), 'mobile'),
    email: personal(orEmpty(email()), 'email'),
    /** Fees of people without residence are taxed by hand. */
    nonResident: flag('非居民个人'),
    intro: optionalText('简介', 1000),
    remark: optionalText('备注', 200),
  },
  more: {
    talks: withMeta(z.number().int(), { label: '演讲次数', show: 'count' }),
    lastTalk: withMeta(z.string().nullable(), { label: '最近演讲', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名或单位', 50),
    lecturerStatus: withMeta(z.array(lecturerStatus.schema), { label: '讲师状态' }).optional(),
    specialty: choiceField(lecturerField).optional(),
  },
  view: 'meeting/TeacherList',
  facts: ['unitPost', 'specialties', 'talks'],
  sortable: ['lecturerName', 'updateTime'],
  access: { read: meeting('lecturer:read'), insert: meeting('lecturer:update'), update: meeting('lecturer:update'), remove: meeting('lecturer:update'), export: meeting('lecturer:read'), import: meeting('lecturer:update') },
  status: { field: 'lecturerStatus', machine: lecturerStatus },
})

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })
const amount = (value: unknown): number => (typeof value === 'number' ? value : 0)
const taxOf = ({ fee, nonResident, handTax }: Record<string, unknown>): number => (nonResident === true ? amount(handTax) : labourTax(amount(fee)))

/** A talk at a meeting (domain C4), with its fee and the tax that is withheld from it (domain J6). */
export const speaker = resource({
  name: 'meetingSpeaker',
  label: '演讲嘉宾',
  base: '/meeting/speaker',
  id: 'speakerId',
  fields: {
    meetId: ref('会议', meetingLookup),
    lecturerId: ref('讲师', lecturerLookup),
    topic: text('演讲主题', 100),
    talkTime: orEmpty(instant('演讲时间')),
    sortNo: int('顺序', 1, 999),
    shown: flag('公开显示'),
    fee: yuanFen('讲课费（元，税前）'),
    nonResident: flag('非居民个人'),
    handTax: agrees(onlyWhen(orEmpty(yuanFen('手工税额（元）')), 'nonResident', [true], true), (tax, { fee }) => (amount(tax) > amount(fee) ? '税额不能大于讲课费' : null)),
    tax: computed(yuan('代扣个税（元）'), taxOf),
    net: computed(yuan('实付（元）'), (values) => amount(values['fee']) - taxOf(values)),
    remark: optionalText('备注', 200),
  },
  more: {
    lecturerName: withMeta(z.string(), { label: '嘉宾姓名' }),
    unitPost: withMeta(z.string(), { label: '单位职务' }),
    meetingName: withMeta(z.string(), { label: '会议名称' }),
    startTime: withMeta(z.string(), { label: '会议时间', show: 'instant' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('演讲主题', 50),
    meetId: ref('会议', meetingLookup).optional(),
    lecturerId: ref('讲师', lecturerLookup).optional(),
  },
  view: 'meeting/SpeakerList',
  facts: ['lecturerName', 'meetingName', 'fee', 'net'],
  groups: { 讲课费: ['fee', 'nonResident', 'handTax', 'tax', 'net'] },
  sortable: ['sortNo', 'updateTime'],
  access: { read: meeting('speaker:read'), insert: meeting('speaker:update'), update: meeting('speaker:update'), remove: meeting('speaker:update'), export: meeting('speaker:read') },
})

export const NEW_LECTURER = { specialties: [], nonResident: false }
export const NEW_SPEAKER = { sortNo: 1, shown: true, fee: 0, nonResident: false }
