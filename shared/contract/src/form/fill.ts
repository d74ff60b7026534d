import { z } from 'zod'
import { body, call, done, signedIn } from '../core/call'
import { choiceField, id, optionalText, withMeta } from '../core/fields'
import { certificateSent } from './certificate'
import { answersSent, answerStatus, documentSent, paperFormat, personalSent } from './answer'
import { answer, answersSchema, type Answer } from './engine/answers'
import { querySent } from './query'
import { FILE_MB } from './engine/files'
import { task } from './task'

// What those do who fill forms in. They need no permit: a task of their own, or of a company that they act for, is what lets them in; the
// handlers find no other.

const ofTask = { taskId: withMeta(id('填报任务'), { label: '填报任务' }) }
const answerSent = z.custom<Answer>((value) => value !== undefined)

/** Opens a task: the document of its version, what was answered so far, and what the registers say. */
export const openFormTask = call({
  path: '/form/fill/openFormTask',
  title: '打开填报任务',
  access: signedIn,
  request: body(ofTask),
  response: z.object({
    ...task,
    document: documentSent,
    /** The version of the document; a running round may go over to a newer one. */
    versionNo: z.number().int(),
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
    /** Set once it was certified. */
    certificate: certificateSent.nullable(),
    /** Why it was sent back. */
    returnReason: z.string().nullable(),
    /** Questions that were sent back; with `listed` only these and what depends on them may be changed. */
    returned: z.object({ listed: z.boolean(), until: z.string().nullable(), queries: z.array(querySent) }),
    /** Whether the round has ended and this is a correction, which needs a reason when it begins. */
    correcting: z.boolean(),
    /** Whether what was handed in may be taken back now. */
    mayWithdraw: z.boolean(),
    /** Until the end with its grace, by the server's clock. */
    secondsLeft: z.number().int(),
    /** Places of options that are limited, and still there for this answer. */
    places: z.array(z.object({ questionKey: z.string(), choice: z.string(), left: z.number().int() })),
  }),
})

/** A file as an answer holds it. */
const answerFile = z.object({ fileId: id('文件'), name: z.string(), by: z.string().optional(), at: z.string().optional() })
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
    /** Another one than when the task was opened: the form has to be opened anew. */
    versionNo: z.number().int(),
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

/** Takes back what was handed in, while it can still be handed in again; after the end of the round with the reason of the correction. */
export const withdrawFormAnswer = call({
  path: '/form/fill/withdrawFormAnswer',
  title: '撤回填报',
  access: signedIn,
  write: true,
  request: body({ ...ofTask, reason: optionalText('更正原因', 200) }),
  response: z.object({ revision: z.number().int(), answerStatus: answerStatus.schema }),
})

/** The person's own answer as a file, as it stands there now. Personal answers are masked. */
export const exportOwnAnswer = call({
  path: '/form/fill/exportOwnAnswer',
  title: '下载本人填报',
  access: signedIn,
  blob: true,
  request: body({ ...ofTask, format: choiceField(paperFormat) }),
  response: z.unknown(),
})

/**
 * Sends a file for a question. It belongs to the answer at once, whether or not this is ever handed in; a save that does not name it, or no
 * longer, lets go of it. Kind, size and number are those of the question.
 */
export const uploadAnswerFile = call({
  path: '/form/fill/uploadAnswerFile',
  title: '上传填报文件',
  access: signedIn,
  write: true,
  ownSettings: true,
  multipart: true,
  maxMb: FILE_MB.most,
  request: body({ ...ofTask, path: withMeta(path, { label: '题目' }) }),
  response: answerFile,
})

/**
 * Hands in a whole anonymous answer. Nothing was saved before, and nothing of it can be read, changed or taken back afterwards. Its rows of audit
 * and idempotency name nobody.
 */
export const submitAnonymousAnswer = call({
  path: '/form/fill/submitAnonymousAnswer',
  title: '提交匿名填报',
  access: signedIn,
  write: true,
  anonymous: true,
  request: body({ ...ofTask, answers: withMeta(answersSchema, { label: '填报内容' }) }),
  response: done,
})
