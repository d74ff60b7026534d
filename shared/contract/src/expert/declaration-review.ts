import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, id, optionalText, ref, text, withMeta } from '../core/fields'
import { certificateSent } from '../form/certificate'
import { answersSent, answerStatus, documentSent, paperFormat, personalSent } from '../form/answer'
import { QUERIES_MOST, querySent, queryStatus } from '../form/query'
import { eligibility } from './declaration'
import { declareStatus } from './declaration-status'
import { declaration as permit } from './permits'

// Calls about the content of a declaration: an answer of the form engine, read and sent back by those who may see the declaration.

const ofDeclaration = { declareId: ref('申报', 'declaration') }

/** What was declared, by which form, what was sent back of it, and how the rules turned out. */
export const selectDeclarationContent = call({
  path: '/expert/declaration/selectDeclarationContent',
  title: '查看申报内容',
  access: permit('declare:read'),
  request: body(ofDeclaration),
  response: z.object({
    answerStatus: answerStatus.schema,
    versionNo: z.number().int(),
    certificate: certificateSent.nullable(),
    document: documentSent,
    answers: answersSent,
    personal: personalSent,
    queries: z.array(querySent),
    submissions: z.array(z.object({ submissionNo: z.number().int(), submitTime: z.string(), userName: z.string() })),
    eligibility: eligibility.nullable(),
  }),
})

const difference = z.object({ label: z.string(), before: z.string(), after: z.string() })
/** Differences from last year that are told. */
export const LAST_YEAR_MOST = 300

/** What the declarant declared under the scheme before, and facts that another declaration of theirs tells otherwise. */
export const selectDeclarationBeside = call({
  path: '/expert/declaration/selectDeclarationBeside',
  title: '对比上年申报与其他申报',
  access: permit('declare:read'),
  request: body(ofDeclaration),
  response: z.object({
    lastYear: z.object({ declareNo: z.string(), schemeName: z.string(), items: z.array(difference), more: z.boolean() }).nullable(),
    contradictions: z.array(z.object({ declareId: id(), declareNo: z.string(), schemeName: z.string(), companyName: z.string(), label: z.string(), here: z.string(), there: z.string() })),
  }),
})

/** Two submissions of a declaration, question by question. */
export const compareDeclaration = call({
  path: '/expert/declaration/compareDeclaration',
  title: '对比两次申报提交',
  access: permit('declare:read'),
  request: body({ ...ofDeclaration, before: withMeta(z.number().int().min(1).max(100_000), { label: '前一次' }), after: withMeta(z.number().int().min(1).max(100_000), { label: '后一次' }) }),
  response: z.object({ items: z.array(difference.extend({ path: z.string(), masked: z.boolean() })), more: z.boolean() }),
})

/** Sends a declaration back with what is to be seen to at single questions, in one transaction with the step of its review. */
export const returnDeclaration = call({
  path: '/expert/declaration/returnDeclaration',
  title: '逐题退回申报',
  access: permit('declare:read'),
  write: true,
  request: body({
    ...ofDeclaration,
    version: z.number().int().min(1),
    reason: optionalText('退回原因', 200),
    items: withMeta(z.array(z.strictObject({ path: withMeta(z.string().min(1).max(200), { label: '题目' }), reason: text('退回原因', 500) })).min(1, '请选择要退回的题目').max(QUERIES_MOST, `一次最多退回 ${QUERIES_MOST} 道题`), { label: '退回的题目' }),
  }),
  response: z.object({ declareStatus: declareStatus.schema, correctionDue: z.string() }),
})

/** Closes a question that was answered, or raises it again, which sends it along with the next return. */
export const stepDeclarationQuery = call({
  path: '/expert/declaration/stepDeclarationQuery',
  title: '处理申报退回的题目',
  access: permit('declare:read'),
  write: true,
  request: body({ ...ofDeclaration, queryId: id('退回的题目'), verb: withMeta(z.enum(['close', 'reopen']), { label: '处理', options: { close: '关闭', reopen: '重新提出' } }), reason: optionalText('原因', 500) }),
  response: z.object({ queryStatus: queryStatus.schema }),
})

/** The declaration as a document: to be stamped by its declarant, or filed. Personal answers are masked. */
export const exportDeclarationPaper = call({
  path: '/expert/declaration/exportDeclarationPaper',
  title: '下载申报表',
  access: permit('declare:read'),
  blob: true,
  request: body({ ...ofDeclaration, format: choiceField(paperFormat) }),
  response: z.unknown(),
})
