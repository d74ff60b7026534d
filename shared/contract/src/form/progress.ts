import { z } from 'zod'
import { body, call, done, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, id, int, ref, withMeta } from '../core/fields'
import { postType } from '../member/posts'
import { channel } from '../message/kinds'
import { templateLookup } from '../message/lookups'
import { formRoundLookup } from './lookups'
import { form } from './permits'
import { companySize, respondentArea } from './respondent-marks'
import type { MISSING_STATUSES } from './statuses'

// Who of a round has not handed in, beside the year before, and how they are reminded by messages. Reminders within the console are apart, in ./reminders.

/** What the figures of a round are told apart by. */
export const progressBy = choice('分组', { area: '按辖区', size: '按规模', company: '按填报对象' })

/** Milliseconds after which a page that is shown asks again. */
export const PROGRESS_EVERY_MS = 4000

const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const figures = {
  tasks: count('应交'),
  handedIn: count('已交'),
  missing: count('未交'),
  empty: count('未填'),
  draft: count('暂存'),
  returned: count('已退回'),
  submitted: count('已提交'),
  certified: count('已认证'),
  /** Of the year before, on the same day from its start; null where there is none, and where no times are kept. */
  tasksBefore: count('上年应交').nullable(),
  handedInBefore: count('上年同日已交').nullable(),
}
export const progressFigures = z.object(figures)
export const progressRow = z.object({ key: z.string(), label: withMeta(z.string(), { label: '分组' }), companyId: id().nullable(), ...figures })

/** How far a round is, by jurisdiction, size of company or respondent; those who are missing the most first. */
export const selectFormProgress = call({
  path: '/form/progress/selectFormProgressByPage',
  title: '查看填报进度',
  access: form('round:read'),
  background: true,
  request: pageQuery({ roundId: ref('发放', formRoundLookup), by: choiceField(progressBy) }, ['missing', 'tasks', 'handedIn']),
  response: pageOf(progressRow),
})

/** What stands above: the whole round, and the one that it is compared with. */
export const selectFormProgressTotals = call({
  path: '/form/progress/selectFormProgressTotals',
  title: '查看填报进度合计',
  access: form('round:read'),
  background: true,
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    roundName: z.string(),
    roundStatus: z.string(),
    endTime: z.string(),
    anonymousFlag: z.boolean(),
    /** Days since its start, the first one counted as one, to its end at most. */
    day: z.number().int(),
    totals: progressFigures,
    previous: z.object({ roundId: id(), roundName: z.string(), anonymousFlag: z.boolean() }).nullable(),
  }),
})

export const missingStatus = choice('填报状态', { empty: '未填', draft: '暂存', returned: '已退回' } satisfies Record<(typeof MISSING_STATUSES)[number], string>)

const words = {
  channel: choiceField(channel),
  /** A mail without a template has words of its own, which name the round and its end; a text message goes by a template alone. */
  templateId: ref('消息模板', templateLookup).nullish(),
  /** Posts of the contacts that are written to; none means all contacts in office. Where there are none, the accounts that act for the company are. */
  postTypes: withMeta(z.array(choiceField(postType)).max(20), { label: '收件职务', options: postType.labels }),
}
const asked = {
  roundId: ref('发放', formRoundLookup),
  areas: withMeta(z.array(choiceField(respondentArea)).max(40), { label: '辖区', options: respondentArea.labels }).optional(),
  sizes: withMeta(z.array(choiceField(companySize)).max(6), { label: '公司规模', options: companySize.labels }).optional(),
  statuses: withMeta(z.array(choiceField(missingStatus)).max(3), { label: '填报状态', options: missingStatus.labels }).optional(),
  ...words,
}

/** Whom a reminder would reach now; nothing is written. */
export const previewMissingReminder = call({
  path: '/form/progress/previewMissingReminder',
  title: '预览催报消息',
  access: form('round:run'),
  request: body(asked),
  response: z.object({
    respondents: count('未交'),
    /** Reminded by hand today: they are left in peace. */
    reminded: count('今日已催报'),
    willSend: count('将发送'),
    skipped: z.array(z.object({ reason: z.string(), count: z.number().int() })),
    needsApproval: z.boolean(),
    quotaLeft: z.number().int().nullable(),
    /** Why it would not be taken; null when it would. */
    problem: z.string().nullable(),
    sample: z.object({ subject: z.string(), content: z.string() }).nullable(),
  }),
})

/** Reminds those who are missing by a message in the caller's name, each once a day. */
export const remindMissing = call({
  path: '/form/progress/remindMissing',
  title: '发送催报消息',
  access: form('round:run'),
  write: true,
  request: body(asked),
  response: z.object({ respondents: count('已催报'), messages: z.array(z.object({ messageId: id(), msgNo: z.string() })) }),
})

/** Most moments of a plan. */
export const PLAN_DAYS_MOST = 5
const days = withMeta(
  z.array(int('截止前几天', 1, 60)).min(1, '请填写至少一个天数').max(PLAN_DAYS_MOST, `最多 ${PLAN_DAYS_MOST} 个天数`).refine((list) => new Set(list).size === list.length, '天数不能重复'),
  { label: '截止前几天' },
)

export const remindRun = z.object({
  runId: id(),
  createTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
  /** 截止前 7 天 */
  occasion: withMeta(z.string(), { label: '时点' }),
  channel: withMeta(channel.schema, { label: '渠道' }),
  respondentCount: count('催报对象'),
  sender: withMeta(z.string(), { label: '发送人' }),
  msgNo: withMeta(z.string().nullable(), { label: '消息编号' }),
  result: withMeta(z.string(), { label: '结果' }),
})

/** The plan of a round, and what its reminders have done, newest first. */
export const selectFormRemindPlan = call({
  path: '/form/progress/selectFormRemindPlan',
  title: '查看自动催报计划',
  access: form('round:read'),
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    plan: z
      .object({ days: z.array(z.number().int()), channel: channel.schema, templateId: id().nullable(), templateName: z.string().nullable(), postTypes: z.array(postType.schema), sender: z.string(), isOwn: z.boolean() })
      .nullable(),
    runs: z.array(remindRun),
  }),
})

/** Reminds by itself so many days before the end, in the name of whoever sets it, with the rights that they have then. */
export const setFormRemindPlan = call({
  path: '/form/progress/setFormRemindPlan',
  title: '设置自动催报计划',
  access: form('round:run'),
  write: true,
  request: body({ roundId: ref('发放', formRoundLookup), days, ...words }),
  response: done,
})

export const stopFormRemindPlan = call({
  path: '/form/progress/stopFormRemindPlan',
  title: '停用自动催报计划',
  access: form('round:run'),
  write: true,
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: done,
})
