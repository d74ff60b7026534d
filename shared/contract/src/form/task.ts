import { z } from 'zod'
import { call, pageOf, pageQuery, signedIn } from '../core/call'
import { flag, id, withMeta } from '../core/fields'
import { answerStatus } from './answer'
import { formKind } from './kinds'
import { roundStatus } from './round'

// Apart from the calls that fill a form in: who looks at the list of what waits for them does not load the engine of forms.

/** A form that somebody is asked to fill in. */
export const task = {
  taskId: id(),
  roundName: withMeta(z.string(), { label: '发放名称' }),
  formName: withMeta(z.string(), { label: '表单名称' }),
  formKind: withMeta(formKind.schema, { label: '表单类型' }),
  /** The company for which it is filled in; null for one's own. */
  companyName: withMeta(z.string().nullable(), { label: '填报单位' }),
  /** Whom it is about; null where it is about nobody. */
  subjectName: withMeta(z.string().nullable(), { label: '评价对象' }),
  startTime: withMeta(z.string(), { label: '开始时间', show: 'instant' }),
  endTime: withMeta(z.string(), { label: '截止时间', show: 'instant' }),
  roundStatus: withMeta(roundStatus.schema, { label: '发放状态' }),
  answerStatus: withMeta(answerStatus.schema, { label: '填报状态' }),
  submitTime: withMeta(z.string().nullable(), { label: '提交时间', show: 'instant' }),
  /** Filled in anonymously: it is known that somebody has taken part, and not when. */
  anonymousFlag: withMeta(z.boolean(), { label: '匿名填报' }),
  /** Why nothing can be filled in now; null when it can. */
  closed: z.string().nullable(),
} as const

/** The person's tasks: their own and those of the companies that they act for; open ones first by their end. */
export const selectOwnFormTasks = call({
  path: '/form/fill/selectOwnFormTasks',
  title: '查询我的填报任务',
  access: signedIn,
  request: pageQuery({ part: withMeta(z.enum(['open', 'done']), { label: '范围', options: { open: '待填报', done: '已完成' } }).optional(), /** Evaluations alone: what is about somebody. */ evaluation: flag('评价').optional() }, ['endTime']),
  response: pageOf(z.object(task)),
})
