import { z } from 'zod'
import { body, call } from '../core/call'
import { choice, choiceField, date, flag, id, int, optionalText, ref, text, version, withMeta } from '../core/fields'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { companyLookup } from '../member/lookups'
import { mobile, orEmpty } from '../rules/identifiers'
import { learnerLookup } from './learner-lookups'
import { course } from './permits'

/** Whom training is for; how many hours each needs is a parameter. */
export const learnerRole = choice('适用对象', { independent: '独立董事', secretary: '董事会秘书', affairs: '证券事务代表', director: '董事', other: '其他' })

/** Whether somebody has the hours that their window asks for. */
export const hoursState = choice('学时情况', { short: '不足', done: '已修满' })

/** Somebody who learns: one row a person, by mobile number. Their hours stay with them when they change the company. */
export const learner = resource({
  name: 'learner',
  label: '学员',
  base: '/meeting/learner',
  id: 'learnerId',
  fields: {
    name: text('姓名', 32),
    mobile: personal(mobile(), 'mobile'),
    learnerRole: choiceField(learnerRole),
    /** Windows of years are counted from this day on; from the year of the first entry where it is not known. */
    roleSince: orEmpty(date('任职起始')),
    companyId: orEmpty(ref('单位', companyLookup)),
    unitName: optionalText('单位名称', 100),
    remark: optionalText('备注', 200),
  },
  more: {
    companyName: withMeta(z.string().nullable(), { label: '单位' }),
    linkedTo: withMeta(z.string(), { label: '已关联' }),
    wantedHours: withMeta(z.number(), { label: '应修学时' }),
    earnedHours: withMeta(z.number(), { label: '本期学时' }),
    missingHours: withMeta(z.number(), { label: '缺口' }),
    deadline: withMeta(z.string().nullable(), { label: '本期截止', show: 'date' }),
    totalHours: withMeta(z.number(), { label: '累计学时' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名或单位', 50),
    learnerRole: withMeta(z.array(learnerRole.schema), { label: '适用对象' }).optional(),
    companyId: ref('单位', companyLookup).optional(),
    hoursState: choiceField(hoursState).optional(),
    mobile: optionalText('手机号码（完整）', 20),
  },
  view: 'meeting/LearnerList',
  facts: ['companyName', 'learnerRole', 'missingHours', 'deadline'],
  groups: { 学时: ['wantedHours', 'earnedHours', 'missingHours', 'deadline', 'totalHours'] },
  sortable: ['deadline', 'updateTime'],
  access: { read: course('learner:read'), insert: course('learner:update'), update: course('learner:update'), export: course('learner:read') },
})

/** Makes one of two learners who are the same person: what the first has goes to the other. */
export const mergeLearners = call({
  path: '/meeting/learner/mergeLearners',
  title: '合并学员',
  access: course('learner:update'),
  write: true,
  request: body({ learnerId: ref('学员', 'learner'), version: version(), intoId: ref('并入学员', learnerLookup) }),
  response: z.object({ moved: z.number().int(), doubled: z.number().int() }),
})

const whom = { roles: withMeta(z.array(learnerRole.schema).max(5), { label: '适用对象' }), withinDays: int('截止在多少天内', 0, 3650) }

/** How many would be reminded of hours that they lack. */
export const selectShortLearners = call({
  path: '/meeting/learner/selectShortLearners',
  title: '查询学时不足的学员',
  access: course('learner:remind'),
  request: body(whom),
  response: z.object({ count: z.number().int(), content: z.string() }),
})

/** Writes a text message to those who lack hours: sent where the person may send, otherwise kept as a draft. */
export const remindLearners = call({
  path: '/meeting/learner/remindLearners',
  title: '提醒学时不足的学员',
  access: course('learner:remind'),
  write: true,
  request: body({ ...whom, content: text('短信内容', 300), send: flag('立即提交') }),
  response: z.object({ messageId: id(), count: z.number().int() }),
})

/** Most people of one reminder. */
export const MOST_REMINDED = 5000
