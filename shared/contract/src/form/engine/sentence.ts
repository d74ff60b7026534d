import { decimalOf } from './decimal'
import { isChosen, type FormDoc, type Question } from './document'
import { grouped } from './display'
import type { Constant, Expression, Operator } from './expression'
import { formulaText } from './formula'

// Conditions as people say them: 当「是否独立」等于「否」且「持股比例」大于 5 时. A condition is said in clauses where it is one list of
// comparisons, all or any of them; every other one is a formula. Clauses and tree are two views of one thing.

/** What a question may be compared by, and how that is said. */
export const COMPARISONS = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于或等于',
  lt: '小于',
  le: '小于或等于',
  has: '包含选项',
  contains: '包含文字',
  empty: '未填写',
  filled: '已填写',
} as const
export type Comparison = keyof typeof COMPARISONS

export interface Clause {
  key: string
  /** The question of the same row, in a condition of a column. */
  own: boolean
  comparison: Comparison
  /** What it is compared with; nothing for 已填写 and 未填写. */
  with?: Constant
}

export interface Clauses {
  /** Whether all have to hold, or one of them. */
  all: boolean
  clauses: Clause[]
}

const isComparison = (head: unknown): head is Comparison => typeof head === 'string' && Object.hasOwn(COMPARISONS, head)
const isConstant = (tree: Expression | undefined): tree is Constant =>
  tree !== undefined && (!Array.isArray(tree) || tree[0] === 'n' || tree[0] === 'd')

function clauseOf(tree: Expression): Clause | null {
  if (!Array.isArray(tree)) return null
  const [head, reading, value, ...more] = tree as [string, Expression?, Expression?, ...Expression[]]
  if (!isComparison(head) || more.length > 0 || !Array.isArray(reading) || (reading[0] !== 'q' && reading[0] !== 'own')) return null
  const clause = { key: reading[1] as string, own: reading[0] === 'own', comparison: head }
  if (head === 'empty' || head === 'filled') return clause
  return isConstant(value) ? { ...clause, with: value } : null
}

/** The clauses that a condition says; null where it is more than one list of comparisons. */
export function clausesOf(tree: Expression): Clauses | null {
  if (Array.isArray(tree) && (tree[0] === 'and' || tree[0] === 'or')) {
    const clauses = (tree.slice(1) as Expression[]).map(clauseOf)
    return clauses.every((one) => one !== null) ? { all: tree[0] === 'and', clauses } : null
  }
  const one = clauseOf(tree)
  return one && { all: true, clauses: [one] }
}

/** The condition that clauses say. A list of one is the comparison itself. */
export function treeOfClauses({ all, clauses }: Clauses): Expression {
  const trees = clauses.map(({ key, own, comparison, with: value }): Expression => {
    const reading = [own ? 'own' : 'q', key] as const
    return (
      comparison === 'empty' || comparison === 'filled'
        ? [comparison as Operator, reading]
        : [comparison as Operator, reading, value ?? null]
    ) as Expression
  })
  return trees.length === 1 ? (trees[0] as Expression) : ([all ? 'and' : 'or', ...trees] as unknown as Expression)
}

/** Comparisons that mean something for a question. */
export function comparisonsOf(question: Pick<Question, 'type'>): Comparison[] {
  if (question.type === 'checkbox' || question.type === 'matrix') return ['has', 'filled', 'empty']
  if (isChosen(question)) return ['eq', 'ne', 'filled', 'empty']
  if (
    question.type === 'number' ||
    question.type === 'money' ||
    question.type === 'rating' ||
    question.type === 'calc' ||
    question.type === 'date'
  )
    return ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'filled', 'empty']
  if (question.type === 'text' || question.type === 'textarea' || question.type === 'lookup' || question.type === 'region')
    return ['eq', 'ne', 'contains', 'filled', 'empty']
  return ['filled', 'empty']
}

function constantText(value: Constant | undefined, question: Question | undefined): string {
  if (value === undefined || value === null) return '空'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'string') return `「${question?.options?.find((one) => one.value === value)?.label ?? value}」`
  return value[0] === 'n' && decimalOf(value[1]) ? grouped(value[1]) : value[1]
}

/** A condition as people say it, without 当 and 时; the formula where it is more than clauses. */
export function conditionText(tree: Expression, doc: FormDoc): string {
  const found = clausesOf(tree)
  if (!found) return formulaText(tree, doc)
  return found.clauses
    .map(({ key, own, comparison, with: value }) => {
      const question = doc.questions[key]
      const subject = `${own ? '本行' : ''}「${question?.label ?? '已删除的题目'}」`
      return comparison === 'empty' || comparison === 'filled'
        ? `${subject}${COMPARISONS[comparison]}`
        : `${subject}${COMPARISONS[comparison]}${question && isChosen(question) ? '' : ' '}${constantText(value, question)}`
    })
    .join(found.all ? '且' : '或')
}
