import { z } from 'zod'
import { body, call, pageOf, pageQuery, signedIn } from '../core/call'
import { id, withMeta } from '../core/fields'
import { answersSent, answerStatus, documentSent, personalSent } from './answer'
import { answer, type Answer } from './engine/answers'
import { formKind } from './template'
import { roundStatus } from './round'

// What those do who fill forms in. They need no permit: a task of their own, or of a company that they act for, is what lets them in; the
// handlers find no other.

const ofTask = { taskId: withMeta(id('填报任务'), { label: '填报任务' }) }
const answerSent = z.custom<Answer>((value) => value !== undefined)

const task = {
  taskId: id(),
  roundName: withMeta(z.string(), { label: '发放名称' }),
  formName: withMeta(z.string(), { label: '表单名称' }),
  formKind: withMeta(formKind.schema, { label: '表单类型' }),
  /** The company for which it is filled in; null for one's own. */
  companyName: withMeta(z.string().nullable(), { label: '填报单位' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '截止时间', show: 'instant' }),
  roundStatus: withMeta(roundStatus.schema, { label: '发放状态' }),
  answerStatus: withMeta(answerStatus.schema, { label: '填报状态' }),
  submitTime: withMeta(z.string().nullable(), { label: '提交时间', show: 'instant' }),
  /** Why nothing can be filled in now; null when it can. */
  closed: z.string().nullable(),
} as const

/** The person's tasks: their own and those of the companies that they act for; open ones first by their end. */
export const selectOwnFormTasks = call({
  path: '/form/fill/selectOwnFormTasks',
  title: '查询我的填报任务',
  access: signedIn,
  request: pageQuery({ part: withMeta(z.enum(['open', 'done']), { label: '范围', options: { open: '待填报', done: '已完成' } }).optional() }, ['endTime']),
  response: pageOf(z.object(task)),
})

/** Opens a task: the document of its version, what was answered so far, and what the registers say. */
export const openFormTask = call({
  path: '/form/fill/openFormTask',
  title: '打开填报任务',
  access: signedIn,
  request: body(ofTask),
  response: z.object({
    ...task,
    document: documentSent,
    /** Without personal answers, which stand masked in `personal`. */
    answers: answersSent,
    personal: personalSent,
    /** Counts the changes; `base` of a save is the revision at which its question was last seen. */
    revision: z.number().int(),
    revisions: z.record(z.string(), z.number().int()),
    today: z.string(),
    lookups: z.record(z.string(), z.string()),
    /** What the same respondent handed in by the round before of the same form. */
    previous: answersSent.nullable(),
    /** Why it was sent back. */
    returnReason: z.string().nullable(),
    /** Until the end with its grace, by the server's clock. */
    secondsLeft: z.number().int(),
  }),
})

const path = z.string().min(1).max(200)
const change = z.strictObject({
  /** A question, a row of a table (`key/row`) or a cell of it (`key/row/column`). */
  path,
  /** Left out, it takes the answer away. */
  value: answer.optional(),
  /** The revision at which this person has last seen the answer. */
  base: z.number().int().min(0),
})

/**
 * Keeps what was changed. Answers that a colleague has changed since `base` are not written over: each comes back among `conflicts`
 * with both values. `others` are what else has changed since `since`.
 *
 * Without an audit row: it happens every two seconds, and the beginning, each submission and each return have theirs.
 */
export const saveFormAnswers = call({
  path: '/form/fill/saveFormAnswers',
  title: '暂存填报内容',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ ...ofTask, since: z.number().int().min(0), changes: z.array(change).max(500, '一次最多保存 500 处修改') }),
  response: z.object({
    revision: z.number().int(),
    answerStatus: answerStatus.schema,
    /** Masked values of the personal answers among what was saved. */
    personal: personalSent,
    conflicts: z.array(z.object({ path: z.string(), mine: answerSent.optional(), theirs: answerSent.optional(), revision: z.number().int() })),
    others: z.array(z.object({ path: z.string(), value: answerSent.optional(), revision: z.number().int() })),
  }),
})

/**
 * Hands in what was saved. The server checks all of it as the browser does; what is wrong comes back as refused fields, by the paths of
 * answers. `revision` is what the person sees: where a colleague has changed something since, it is refused as a conflict.
 */
export const submitFormAnswer = call({
  path: '/form/fill/submitFormAnswer',
  title: '提交填报',
  access: signedIn,
  write: true,
  request: body({ ...ofTask, revision: z.number().int().min(0) }),
  response: z.object({ submissionNo: z.number().int(), submitTime: z.string(), /** Paths of hidden answers, which were left out. */ omitted: z.array(z.string()) }),
})

/** Takes back what was handed in, while it can still be handed in again. */
export const withdrawFormAnswer = call({
  path: '/form/fill/withdrawFormAnswer',
  title: '撤回填报',
  access: signedIn,
  write: true,
  request: body(ofTask),
  response: z.object({ revision: z.number().int(), answerStatus: answerStatus.schema }),
})
