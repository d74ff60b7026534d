import fc from 'fast-check'
import { type Answer, type AnswerPath } from './answers'
import { emptyDoc, type FormDoc, type Question } from './document'
import { type Expression } from './expression'

// Random forms with conditions, computed questions and a table, and ways of filling them in; for tests alone.

export const LEAVES = ['qa', 'qb', 'qc'] as const
const COLUMNS = ['ca', 'cb'] as const
const CALCS = ['k1', 'k2', 'k3'] as const
const options = [
  { value: 'x', label: '甲', points: '1.5' },
  { value: 'y', label: '乙' },
]

/** Expressions that read only what stands before, so that no ring can be. */
const reading = (keys: readonly string[], row: boolean): fc.Arbitrary<Expression> =>
  fc.oneof(
    fc.constantFrom(...keys).map((key): Expression => ['q', key]),
    fc.constantFrom<Expression>(
      ...COLUMNS.map((key): Expression => (row ? ['own', key] : ['column', key])),
      ['rows', 't1'],
      ['score', 'qb'],
      ['prev', 'qa'],
      ['today'],
    ),
    fc.constantFrom<Expression>(
      ['sumRows', ['rows', 't1'], ['own', 'ca'], ['filled', ['own', 'cb']]],
      ['countRows', ['rows', 't1'], ['gt', ['own', 'ca'], ['n', '1']]],
    ),
  )
export const tree = (keys: readonly string[], row = false): fc.Arbitrary<Expression> =>
  fc.letrec<{ one: Expression }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.oneof(reading(keys, row), fc.constantFrom<Expression>(['n', '2.5'], 'x', true, null, ['d', '2026-02-28'])),
      fc
        .tuple(
          fc.constantFrom('add', 'sub', 'mul', 'div', 'mod', 'eq', 'ne', 'gt', 'le', 'has', 'contains', 'days', 'addMonths', 'round'),
          tie('one'),
          tie('one'),
        )
        .map((one) => one as unknown as Expression),
      fc
        .tuple(
          fc.constantFrom(
            'sum',
            'avg',
            'min',
            'max',
            'count',
            'and',
            'or',
            'first',
            'concat',
            'not',
            'neg',
            'empty',
            'filled',
            'year',
            'distinct',
            'length',
          ),
          tie('one'),
        )
        .map((one) => one as unknown as Expression),
      fc.tuple(fc.constant('if'), tie('one'), tie('one'), tie('one')).map((one) => one as unknown as Expression),
    ),
  })).one

const optional = (one: fc.Arbitrary<Expression>) => fc.option(one, { nil: undefined, freq: 2 })
export const question = (type: Question['type'], code: string, more: Partial<Question> = {}): Question => ({ type, code, label: code, ...more })
const put = (
  one: Question,
  more: { visibleIf?: Expression | undefined; requiredIf?: Expression | undefined; calc?: Expression | undefined },
): Question => ({ ...one, ...(Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) as Partial<Question>) })

export const form: fc.Arbitrary<FormDoc> = fc
  .record({
    visible: fc.tuple(
      optional(tree(['qa'])),
      optional(tree(['qa', 'qb'])),
      optional(tree(['qa'], false).map((one): Expression => ['filled', one])),
    ),
    required: optional(tree(['qa', 'qb', 'qc', 'k1'])),
    cell: optional(fc.constantFrom<Expression>(['gt', ['own', 'ca'], ['n', '1']], ['eq', ['q', 'qb'], 'x'])),
    calc: fc.tuple(tree(LEAVES), tree([...LEAVES, 'k1']), tree(['qa', 'qb'], true)),
    section: optional(fc.constant<Expression>(['ne', ['q', 'qb'], 'y'])),
  })
  .map(({ visible, required, cell, calc, section }) => {
    const questions: Record<string, Question> = {
      qa: question('number', 'a'),
      qb: put(question('radio', 'b', { options }), { visibleIf: onlyOf(visible[0], ['qa']) }),
      qc: put(question('text', 'c'), { visibleIf: onlyOf(visible[1], ['qa', 'qb']), requiredIf: required }),
      t1: question('repeat', 't', { columns: ['ca', 'cb', 'k3'] }),
      ca: question('number', 'd', { in: 't1' }),
      cb: put(question('money', 'e', { in: 't1' }), { visibleIf: cell }),
      k3: put(question('calc', 'f', { in: 't1' }), { calc: onlyOf(calc[2], ['qa', 'qb', 'ca', 'cb', 't1']) ?? null }),
      k1: put(question('calc', 'g'), { calc: calc[0] }),
      k2: put(question('calc', 'h', { decimals: 2 }), { calc: calc[1], visibleIf: visible[2] }),
    }
    const doc = emptyDoc('表', { page: 'p1', section: 's1' })
    return {
      ...doc,
      questions,
      blocks: {
        p1: { kind: 'page', title: '', items: ['s1', 's2'] },
        s1: { kind: 'section', title: '', items: ['qa', 'qb', 'qc', 't1'] },
        s2: { kind: 'section', title: '', items: ['k1', 'k2'], ...(section === undefined ? {} : { visibleIf: section }) },
      },
    }
  })

/** The expression where it reads nothing but these, so that the form has no ring; undefined otherwise. */
function onlyOf(one: Expression | undefined, keys: readonly string[]): Expression | undefined {
  const text = JSON.stringify(one ?? null)
  return [...LEAVES, ...COLUMNS, ...CALCS, 't1'].some((key) => !keys.includes(key) && text.includes(`"${key}"`)) ? undefined : one
}

export const step: fc.Arbitrary<[AnswerPath, Answer | undefined]> = fc.oneof(
  fc
    .constantFrom<Answer | undefined>('0', '1', '2.5', '-3', 'kein', undefined)
    .map((value): [AnswerPath, Answer | undefined] => [{ key: 'qa' }, value]),
  fc.constantFrom<Answer | undefined>('x', 'y', 'z', undefined).map((value): [AnswerPath, Answer | undefined] => [{ key: 'qb' }, value]),
  fc.constantFrom<Answer | undefined>('甲乙', '3', '', undefined).map((value): [AnswerPath, Answer | undefined] => [{ key: 'qc' }, value]),
  fc
    .tuple(fc.constantFrom('r1', 'r2', 'r3'), fc.constantFrom<Answer | undefined>('', 'r1', undefined))
    .map(([row, value]): [AnswerPath, Answer | undefined] => [{ key: 't1', row }, value]),
  fc
    .tuple(fc.constantFrom('r1', 'r2', 'r3'), fc.constantFrom('ca', 'cb'), fc.constantFrom<Answer | undefined>('1', '2', 150, undefined))
    .map(([row, column, value]): [AnswerPath, Answer | undefined] => [{ key: 't1', row, column }, value]),
)
