import { z } from 'zod'
import { body, call } from '../core/call'
import { ref, withMeta } from '../core/fields'
import { QUESTION_TYPES, type QuestionType } from './engine/document'
import { formRoundLookup } from './lookups'
import { form } from './permits'

const key = withMeta(z.string().regex(/^[a-z][a-z0-9]{1,23}$/, '题目不正确'), { label: '题目' })
const count = (label: string) => withMeta(z.number().int(), { label, show: 'count' })
const types = z.enum(Object.keys(QUESTION_TYPES) as [QuestionType, ...QuestionType[]])

/** Numbers of a question in figures; decimals as texts, money in 分. */
const figures = z.object({ count: count('份数'), sum: z.string(), average: z.string(), median: z.string(), least: z.string(), most: z.string() })
export type Figures = z.output<typeof figures>

const counted = z.object({
  key: z.string(),
  label: z.string(),
  type: types,
  /** The table that the question is a column of. */
  table: z.string().nullable(),
  /** The unit behind numbers, in which money is shown. */
  unit: z.string(),
  /** Answers in which something stands. */
  answered: count('作答'),
  answeredBefore: count('对比作答').nullable(),
  /** Of questions that are chosen: how many chose each; of a matrix once for each of its rows. */
  choices: z.array(z.object({ item: z.string(), /** The row of a matrix, empty for other questions. */ itemValue: z.string(), value: z.string(), label: z.string(), count: count('选择'), before: count('对比').nullable(), /** Not shown, so `count` is nought. */ hidden: z.literal(true).optional() })),
  figures: figures.nullable(),
  /** Of an anonymous round: how many have answered, and what follows from it, is not shown. */
  hidden: z.literal(true).optional(),
  /** The same in the round that it is compared with; null where the question is not in it. */
  before: figures.nullable(),
})

/**
 * What was answered in a round, question by question, of what is handed in. Compared with another round by the keys of questions, which
 * stay the same from version to version whatever becomes of their labels.
 */
export const selectFormStatistics = call({
  path: '/form/statistics/selectFormStatistics',
  title: '查看问卷统计',
  access: form('answer:read'),
  request: body({ roundId: ref('发放', formRoundLookup), compareId: ref('对比的发放', formRoundLookup).optional(), /** Of these questions alone. */ keys: withMeta(z.array(key).min(1).max(100), { label: '题目' }).optional() }),
  response: z.object({ tasks: count('应交'), submitted: count('已交'), submittedBefore: count('对比已交').nullable(), anonymous: z.boolean(), /** Why an anonymous round shows nothing. */ withheld: z.string().nullable(), questions: z.array(counted) }),
})

/** Questions that answers can be filtered by, with what can be chosen at each. */
export const selectCountedQuestions = call({
  path: '/form/statistics/selectCountedQuestions',
  title: '查询可筛选的题目',
  access: form('answer:read'),
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    roundName: z.string(),
    questions: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        type: types,
        table: z.string().nullable(),
        unit: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
        items: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
  }),
})

/** How the answers to one question go together with those to another. */
export const selectFormCrossTable = call({
  path: '/form/statistics/selectFormCrossTable',
  title: '查看交叉统计',
  access: form('answer:read'),
  request: body({ roundId: ref('发放', formRoundLookup), rowKey: key, columnKey: key }),
  response: z.object({
    rows: z.array(z.object({ value: z.string(), label: z.string() })),
    columns: z.array(z.object({ value: z.string(), label: z.string() })),
    /** By row and column; a person who chose several counts at each. */
    cells: z.array(z.object({ row: z.string(), column: z.string(), count: count('份数'), hidden: z.literal(true).optional() })),
    withheld: z.string().nullable(),
  }),
})

/** What was written to a question of text in an anonymous round that has ended: in an order of chance, each by itself. */
export const selectAnonymousTexts = call({
  path: '/form/statistics/selectAnonymousTexts',
  title: '查看匿名文字回答',
  access: form('answer:read'),
  request: body({ roundId: ref('发放', formRoundLookup), key }),
  response: z.object({ texts: z.array(z.string()), withheld: z.string().nullable() }),
})
