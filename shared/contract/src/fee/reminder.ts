import { z } from 'zod'
import { body, call, pageOf, pageQuery } from '../core/call'
import { choice, choiceField, id, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { templateLookup } from '../message/lookups'
import { previewAnswer } from '../message/message'
import { channel } from '../message/kinds'
import { fee } from './permits'
import { postType } from '../member/posts'

/** Whether a bill is reminded of before its last day, or after it. */
export const reminderTiming = choice('提醒时点', { before: '到期前', after: '到期后' })
/** Days that a preview looks ahead. */
export const REMINDERS_AHEAD = 60

const manage = 'fee:reminder:update'
export const ruleStatus = statusMachine('规则状态', { disabled: ['停用', 'grey'], enabled: ['启用', 'green'] }, [
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: manage, single: true, separate: true },
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: manage },
])

/**
 * Reminds by itself of bills that are owed, so many days before or after their last day. The messages go out in the name of who put
 * the rule to use, with their rights and their data scope; each bill is reminded of once a rule and a last day.
 */
export const reminderRule = resource({
  name: 'reminderRule',
  label: '自动提醒',
  base: '/fee/reminderRule',
  id: 'ruleId',
  fields: {
    ruleName: text('名称', 50, 2),
    timing: choiceField(reminderTiming),
    days: int('天数', 0, 365),
    channel: choiceField(channel),
    templateId: ref('消息模板', templateLookup),
    postTypes: withMeta(z.array(choiceField(postType)).max(20).default([]), { label: '收件职务', options: postType.labels }),
  },
  more: {
    templateName: withMeta(z.string(), { label: '消息模板' }),
    /** 到期前 30 天 */
    moment: withMeta(z.string(), { label: '提醒时点' }),
    sender: withMeta(z.string().nullable(), { label: '发送人' }),
    lastRunDay: withMeta(z.string().nullable(), { label: '最近提醒', show: 'date' }),
    lastResult: withMeta(z.string().nullable(), { label: '最近结果' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('名称', 50),
    ruleStatus: ruleStatus.schema.optional(),
    /** Of the page of a template. */
    templateId: ref('消息模板', 'messageTemplate').optional(),
  },
  facts: ['moment', 'channel', 'templateName', 'lastRunDay', 'lastResult'],
  sortable: ['updateTime'],
  access: { read: fee('reminder:read'), insert: fee('reminder:update'), update: fee('reminder:update'), remove: fee('reminder:update') },
  status: { field: 'ruleStatus', machine: ruleStatus },
})

/** What a rule did on a day: a message that it made, or why it could make none. */
export const reminderRun = z.object({
  runId: id(),
  runDay: withMeta(z.string(), { label: '日期', show: 'date' }),
  memberCount: withMeta(z.number().int(), { label: '会员', show: 'count' }),
  unpaidTotal: withMeta(z.number().int(), { label: '欠缴（元）', show: 'yuan' }),
  msgNo: withMeta(z.string().nullable(), { label: '消息编号' }),
  result: withMeta(z.string(), { label: '结果' }),
})

export const selectReminderRuns = call({
  path: '/fee/reminderRule/selectReminderRunsByPage',
  title: '查看自动提醒的执行记录',
  access: fee('reminder:read'),
  request: pageQuery({ ruleId: ref('自动提醒', 'reminderRule') }, ['runDay']),
  response: pageOf(reminderRun),
})

/** Whom a rule would remind on the next days, and what they would read; nothing is written. */
export const previewReminders = call({
  path: '/fee/reminderRule/previewReminders',
  title: '预览自动提醒',
  access: fee('reminder:update'),
  request: body({ ruleId: ref('自动提醒', 'reminderRule') }),
  response: z.object({
    days: z.array(z.object({ day: z.string(), members: z.number().int(), bills: z.number().int(), unpaidTotal: z.number().int() })),
    /** The message of the first of these days as it would be today; null when nobody is to be reminded. */
    message: previewAnswer.nullable(),
  }),
})
