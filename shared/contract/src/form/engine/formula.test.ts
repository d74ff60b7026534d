import { emptyDoc, type FormDoc } from './document'
import type { Expression } from './expression'
import { formulaText, parseFormula } from './formula'
import { clausesOf, conditionText, treeOfClauses } from './sentence'

const doc: FormDoc = {
  ...emptyDoc('表', { page: 'p1', section: 's1' }),
  questions: {
    q1: { type: 'number', code: 'income', label: '营业收入' },
    q2: { type: 'radio', code: 'independent', label: '是否独立', options: [{ value: 'n', label: '否' }] },
    t1: { type: 'repeat', code: 'people', label: '人员', columns: ['a1'] },
    a1: { type: 'number', code: 'age', label: '年龄', in: 't1' },
  },
}
const tree = (source: string): Expression => {
  const read = parseFormula(source, doc)
  if ('problem' in read) throw new Error(read.problem.message)
  return read.tree
}
const problem = (source: string) => {
  const read = parseFormula(source, doc)
  return 'problem' in read ? `${read.problem.at} ${read.problem.message}` : null
}

describe('formulas', () => {
  it.each<[string, Expression]>([
    ['=1+2*3', ['add', ['n', '1'], ['mul', ['n', '2'], ['n', '3']]]],
    ['(1-2)-(3-4)', ['sub', ['sub', ['n', '1'], ['n', '2']], ['sub', ['n', '3'], ['n', '4']]]],
    ['-[income]', ['neg', ['q', 'q1']]],
    ['＝if（[income]＞0，“多”，"少"）', ['if', ['gt', ['q', 'q1'], ['n', '0']], '多', '少']],
    ['SUM([people.age])/ROWS([people])', ['div', ['sum', ['column', 'a1']], ['rows', 't1']]],
    [
      'AND([@age]>=18, DAYS(TODAY(), #2026-01-31#)<>0)',
      ['and', ['ge', ['own', 'a1'], ['n', '18']], ['ne', ['days', ['today'], ['d', '2026-01-31']], ['n', '0']]],
    ],
    ['"a""b"&EMPTY', ['concat', 'a"b', null]],
    ['1 ≤ 2', ['le', ['n', '1'], ['n', '2']]],
  ])('reads %s', (source, wanted) => {
    expect(tree(source)).toEqual(wanted)
  })

  it('says where a formula is wrong, and what is', () => {
    expect(problem('=SUM([incom])')).toBe('5 没有列名为“incom”的题目')
    expect(problem('=ROUND([income])')).toBe('1 ROUND 应有 2 个参数，现有 1 个')
    expect(problem('=1+')).toBe('3 公式没有写完')
    expect(problem('=(1+2')).toBe('5 公式没有写完，缺少“)”')
    expect(problem('=income+1')).toBe('1 不认识“income”，题目请写成 [income]')
    expect(problem('=1=2=3')).toBe('2 一次只能比较两个值，请用 AND 连接')
    expect(problem('="abc')).toBe('1 文字的引号没有结束')
    expect(problem('=VLOOKUP(1)')).toBe('1 没有函数“VLOOKUP”')
    expect(problem('=1;2')).toBe('2 不认识“;”')
    expect(problem(`=${'('.repeat(3000)}`)).toMatch(/嵌套过深/)
    expect(problem(`=${'-'.repeat(3000)}1`)).toMatch(/嵌套过深/)
    expect(problem('1'.repeat(5000))).toMatch(/不能超过 4000/)
    expect(problem(`=${Array.from({ length: 150 }, () => '1').join('+')}`)).toMatch(/嵌套过深|过长/)
    expect(problem('=#2026-13-01#')).toMatch(/日期/)
  })

  it('writes trees so that they are read again as the same', () => {
    for (const one of [
      ['sub', ['n', '1'], ['sub', ['n', '-5'], ['neg', ['n', '5']]]],
      ['mul', ['add', ['q', 'q1'], ['n', '1']], ['neg', ['add', ['q', 'q1'], ['n', '2']]]],
      ['eq', ['eq', ['q', 'q1'], ['n', '1']], ['not', true]],
      ['sumRows', ['rows', 't1'], ['own', 'a1'], ['gt', ['own', 'a1'], ['n', '60']]],
      ['neg', ['neg', ['today']]],
      ['in', ['q', 'q2'], 'n', '他说“是”', null],
    ] as Expression[]) {
      expect(tree(formulaText(one, doc))).toEqual(one)
    }
  })
})

describe('conditions as sentences', () => {
  it('says a list of comparisons in words, and is the same tree again', () => {
    const one: Expression = ['and', ['eq', ['q', 'q2'], 'n'], ['gt', ['q', 'q1'], ['n', '50000']], ['filled', ['own', 'a1']]]
    expect(conditionText(one, doc)).toBe('「是否独立」等于「否」且「营业收入」大于 50,000且本行「年龄」已填写')
    expect(treeOfClauses(clausesOf(one) ?? { all: true, clauses: [] })).toEqual(one)
    expect(clausesOf(['eq', ['q', 'q1'], ['q', 'a1']])).toBeNull()
    expect(conditionText(['eq', ['q', 'q1'], ['sum', ['column', 'a1']]], doc)).toBe('[income]=SUM([people.age])')
  })
})
