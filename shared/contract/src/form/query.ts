import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { choice, id, instant, optionalText, ref, text, withMeta } from '../core/fields'
import { statusMachine } from '../core/status-machine'
import { answerStatus } from './answer'
import { BY_FILLER, form } from './permits'

// What a reviewer asks about single questions of an answer that is handed in, and what becomes of it.

const audit = 'form:answer:audit'

/** A question that was sent back: answered by whoever fills in, closed or raised again by a reviewer; who has filled the answer in does neither. */
export const queryStatus = statusMachine(
  '退回问题状态',
  { open: ['待答复', 'red'], answered: ['已答复', 'blue'], reopened: ['重新提出', 'red'], closed: ['已关闭', 'green'] },
  [
    { from: ['open', 'reopened'], to: 'answered', verb: 'reply', label: '答复', permit: BY_FILLER, single: true },
    { from: ['answered'], to: 'open', verb: 'takeBack', label: '撤回答复', permit: BY_FILLER, single: true },
    { from: ['answered'], to: 'closed', verb: 'close', label: '关闭', permit: audit, single: true },
    { from: ['answered', 'closed'], to: 'reopened', verb: 'reopen', label: '重新提出', permit: audit, single: true, reason: 'required' },
  ],
)
export type QueryStatus = z.output<typeof queryStatus.schema>

/** Statuses in which whoever fills in has something to do. */
export const UNANSWERED: ReadonlySet<string> = new Set(['open', 'reopened'])

/** Most questions that are sent back at once. */
export const QUERIES_MOST = 200
/** What stands for a general reason where single questions are sent back without one. */
export const returnSentence = (count: number): string => `有 ${count} 道题需要核对，请逐题修改或说明`
/** Days until an answer that was sent back has to be handed in again, where its round has ended and the reviewer says nothing else. */
export const RETURN_DAYS = 3
/** Most days that a reviewer may give. */
export const RETURN_DAYS_MOST = 90

/** What was done about a question that was sent back. */
export const queryVerb = choice('处理', { ask: '提出', reply: '答复', takeBack: '撤回答复', close: '关闭', reopen: '重新提出' })

/** A question that was sent back, as both sides see it. */
export const querySent = z.object({
  queryId: id(),
  /** A question, a row of a table (`key/row`) or a cell of it (`key/row/column`). */
  path: z.string(),
  queryStatus: queryStatus.schema,
  /** What the reviewer last said of it. */
  reason: z.string(),
  /** What was said to it, kept until it is handed in. */
  reply: z.string().nullable(),
  /** All that was done about it, in the order in which it was. */
  events: z.array(z.object({ verb: queryVerb.schema, words: z.string().nullable(), /** The answer was changed. */ changed: z.boolean(), userName: z.string(), time: z.string() })),
})

const path = withMeta(z.string().min(1).max(200), { label: '题目' })
const ofAnswer = { answerId: ref('填报', 'formAnswer') }

/**
 * Sends an answer back with what is to be seen to at its questions, in one transaction with the step. Questions that were raised again go
 * along by themselves; without any question the general reason is needed.
 */
export const returnFormAnswer = call({
  path: '/form/answer/returnFormAnswer',
  title: '逐题退回填报',
  access: form('answer:audit'),
  write: true,
  request: body({
    ...ofAnswer,
    version: z.number().int().min(1),
    reason: optionalText('退回原因', 200),
    /** Until when it may be handed in again though the round has ended; three days when left out. It never shortens the round. */
    until: instant('重新提交期限').nullish(),
    items: withMeta(z.array(z.strictObject({ path, reason: text('退回原因', 500) })).max(QUERIES_MOST, `一次最多退回 ${QUERIES_MOST} 道题`), { label: '退回的题目' }),
  }),
  response: z.object({ answerStatus: answerStatus.schema }),
})

/** Questions of an answer that were ever sent back. */
export const selectFormQueries = call({
  path: '/form/answer/selectFormQueries',
  title: '查看退回的题目',
  access: form('answer:read'),
  request: body(ofAnswer),
  response: z.object({ queries: z.array(querySent) }),
})

/** Closes a question whose answer will do, or raises it again with the reason. */
export const stepFormQuery = call({
  path: '/form/answer/stepFormQuery',
  title: '处理退回的题目',
  access: form('answer:audit'),
  write: true,
  request: body({ ...ofAnswer, queryId: id('退回的题目'), verb: withMeta(z.enum(['close', 'reopen']), { label: '处理', options: { close: '关闭', reopen: '重新提出' } }), reason: optionalText('原因', 500) }),
  response: z.object({ queryStatus: queryStatus.schema }),
})

/** Keeps what somebody who fills in says to a question that was sent back; handed in with the answer. */
export const replyFormQuery = call({
  path: '/form/fill/replyFormQuery',
  title: '说明退回的题目',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ taskId: withMeta(id('填报任务'), { label: '填报任务' }), queryId: id('退回的题目'), reply: optionalText('说明', 500) }),
  response: z.object({ reply: z.string().nullable() }),
})

const submissionNo = (label: string) => withMeta(z.number().int().min(1).max(100_000), { label })

/** Differences that are told of one comparison. */
export const DIFFERENCES_MOST = 2000

/** What two submissions of an answer differ in, question by question; rows of tables are matched by their ids, personal answers masked. */
export const compareFormSubmissions = call({
  path: '/form/answer/compareFormSubmissions',
  title: '对比两次提交',
  access: form('answer:read'),
  request: body({ ...ofAnswer, before: submissionNo('前一次'), after: submissionNo('后一次') }),
  response: z.object({
    items: z.array(z.object({ path: z.string(), label: z.string(), before: z.string(), after: z.string(), /** Both are masked, and differ. */ masked: z.boolean() })),
    /** More than are told. */
    more: z.boolean(),
  }),
})
