import Big from 'big.js'
import fc from 'fast-check'
import { type Answer, type AnswerPath, type Answers } from './answers'
import { add, compare, decimalOf, decimalText, divide, multiply, round, subtract, type Decimal } from './decimal'
import { emptyDoc, readDocument, type FormDoc, type Question } from './document'
import { problemOfExpression, type Expression } from './expression'
import { formulaText, parseFormula } from './formula'
import { startRun } from './run'

const runs = { numRuns: 400 }
Big.DP = 20
Big.RM = 1
Big.NE = -30
Big.PE = 60

const written = fc
  .tuple(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => new Big(units.toString()).div(new Big(10).pow(scale)).toString())
const number = (text: string): Decimal => decimalOf(text) as Decimal

describe('decimals', () => {
  it('are those of big.js', () => {
    fc.assert(
      fc.property(written, written, fc.integer({ min: -3, max: 6 }), (a, b, digits) => {
        const [x, y] = [number(a), number(b)]
        const [p, q] = [new Big(a), new Big(b)]
        const said = (one: Decimal | null) => one && decimalText(one)
        expect(said(add(x, y))).toBe(p.plus(q).toString())
        expect(said(subtract(x, y))).toBe(p.minus(q).toString())
        expect(said(multiply(x, y))).toBe(p.times(q).toString())
        expect(said(divide(x, y))).toBe(q.eq(0) ? null : p.div(q).toString())
        expect(compare(x, y)).toBe(p.cmp(q))
        // big.js writes a nought with the sign of what it was.
        expect(said(round(x, digits))).toBe(p.round(digits, 1).toString().replace(/^-0$/, '0'))
      }),
      runs,
    )
  })
})

// ---------------------------------------------------------------- forms and what is filled in

const LEAVES = ['qa', 'qb', 'qc'] as const
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
const tree = (keys: readonly string[], row = false): fc.Arbitrary<Expression> =>
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
const question = (type: Question['type'], code: string, more: Partial<Question> = {}): Question => ({ type, code, label: code, ...more })
const put = (
  one: Question,
  more: { visibleIf?: Expression | undefined; requiredIf?: Expression | undefined; calc?: Expression | undefined },
): Question => ({ ...one, ...(Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) as Partial<Question>) })

const form: fc.Arbitrary<FormDoc> = fc
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

const step: fc.Arbitrary<[AnswerPath, Answer | undefined]> = fc.oneof(
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

const context = { today: '2026-03-02', previous: { qa: '7' } as Answers }
const started: Answers = {
  t1: [
    { id: 'r1', cells: { ca: '1', cb: 100 } },
    { id: 'r2', cells: { ca: '2', cb: 50 } },
  ],
}
/** An answer; of a table its rows alone, for cells have paths of their own. */
const said = (value: Answer | undefined) =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'object' && 'cells' in one ? one.id : one)) : value
const everything = [
  'qa',
  'qb',
  'qc',
  'k1',
  'k2',
  't1',
  's2',
  ...['r1', 'r2', 'r3'].flatMap((row) => ['ca', 'cb', 'k3'].map((column) => `t1/${row}/${column}`)),
]

describe('a form', () => {
  it('computed step by step is the same as computed at once, and tells every path that has changed', () => {
    fc.assert(
      fc.property(form, fc.array(step, { minLength: 1, maxLength: 12 }), (doc, steps) => {
        const run = startRun(doc, started, context)
        const state = () =>
          Object.fromEntries(
            everything.map((path) => [path, JSON.stringify([run.visible(path), run.required(path), said(run.value(path))])]),
          )
        for (const [path, value] of steps) {
          const before = state()
          const told = run.set(path, value)
          const after = state()
          expect(Object.keys(after).filter((one) => after[one] !== before[one] && !told.includes(one))).toEqual([])
        }
        const whole = startRun(doc, run.answers(), context)
        for (const path of everything)
          expect([path, run.visible(path), run.required(path), run.value(path)]).toEqual([
            path,
            whole.visible(path),
            whole.required(path),
            whole.value(path),
          ])
        expect(run.submission()).toEqual(whole.submission())
        expect(run.faults(true)).toEqual(whole.faults(true))
      }),
      runs,
    )
  })

  it('hands in the same again when what was handed in is filled in once more', () => {
    fc.assert(
      fc.property(form, fc.array(step, { maxLength: 12 }), (doc, steps) => {
        const run = startRun(doc, {}, context)
        for (const [path, value] of steps) run.set(path, value)
        const { answers } = run.submission()
        const again = startRun(doc, answers, context).submission()
        expect(again).toEqual({ answers, omitted: [] })
      }),
      runs,
    )
  })

  it('has formulas that are read again as the tree that they were written from', () => {
    fc.assert(
      fc.property(form, tree([...LEAVES, 'k1']), (doc, one) => {
        const read = parseFormula(formulaText(one, doc), doc)
        expect(read).toEqual({ tree: one })
      }),
      runs,
    )
  })
})

describe('what somebody sends', () => {
  it('ends with a sentence or a form, whatever it is', () => {
    const nested = (depth: number): unknown => {
      let one: unknown = 'x'
      for (let i = 0; i < depth; i += 1) one = ['not', one]
      return one
    }
    expect(problemOfExpression(nested(100_000))).toMatch(/过深|过长/)
    expect(problemOfExpression(['constructor', 1])).toBe('条件或公式含有未知的运算')
    expect(problemOfExpression(['q', '__proto__'])).toBe('条件或公式引用的题目不正确')
    expect(readDocument({ deep: nested(100_000) })).toEqual({ problem: '表单结构过于复杂' })
    expect(readDocument(JSON.parse('{"format":1,"title":"a","pages":[],"blocks":{"__proto__":{}},"questions":{}}'))).toEqual({
      doc: { format: 1, title: 'a', pages: [], blocks: {}, questions: {} },
    })
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, maxDepth: 4 }), fc.string({ maxLength: 60 }), (thing, text) => {
        const problem = problemOfExpression(thing)
        if (problem === null)
          startRun(
            { ...emptyDoc('表', { page: 'p1', section: 's1' }), questions: { qa: question('calc', 'a', { calc: thing as Expression }) } },
            thing as Answers,
            context,
          )
        const read = readDocument(thing)
        expect('doc' in read || typeof read.problem === 'string').toBe(true)
        const formula = parseFormula(text, emptyDoc('表', { page: 'p1', section: 's1' }))
        expect('tree' in formula || typeof formula.problem.message === 'string').toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
