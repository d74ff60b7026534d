import Big from 'big.js'
import fc from 'fast-check'
import { type Answers } from './answers'
import { add, compare, decimalOf, decimalText, divide, multiply, round, subtract, type Decimal } from './decimal'
import { emptyDoc, readDocument } from './document'
import { problemOfExpression, type Expression } from './expression'
import { formulaText, parseFormula } from './formula'
import { startRun } from './run'
import { form, LEAVES, question, step, tree } from './testing'
import { context, everything, said, started } from './testing-run'

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
