import { emptyDoc, type FormDoc, type Question } from './document'
import type { Answers } from './answers'
import { isOverNothing } from './over-nothing'
import { FormLimit, startRun, withFixedRows } from './run'

const question = (type: Question['type'], more: Partial<Question> = {}): Question => ({ type, code: 'c', label: '题目', ...more })

/** A form of one section with these questions; columns stand with their table. */
function form(questions: Record<string, Question>, more: Partial<FormDoc> = {}): FormDoc {
  const doc = emptyDoc('自查表', { page: 'p1', section: 's1' })
  const items = Object.keys(questions).filter((key) => !questions[key]?.in)
  return { ...doc, questions, blocks: { ...doc.blocks, s1: { kind: 'section', title: '', items } }, ...more }
}

const run = (doc: FormDoc, answers: Answers = {}, more = {}) => startRun(doc, answers, { today: '2026-03-02', ...more })
const yesNo = [
  { value: 'y', label: '是' },
  { value: 'n', label: '否' },
]

describe('a form while it is filled in', () => {
  it('takes what is hidden as absent, for conditions, sums, rules and what is handed in, and keeps it for showing it again', () => {
    const doc = form({
      q1: question('radio', { options: yesNo }),
      q2: question('number', { visibleIf: ['eq', ['q', 'q1'], 'n'], required: true, label: '持股数' }),
      q3: question('text', { visibleIf: ['gt', ['q', 'q2'], ['n', '100']] }),
      q4: question('calc', { calc: ['sum', ['q', 'q2'], ['n', '1']] }),
    })
    const filled = run(doc, { q1: 'n', q2: '500', q3: '说明' })
    expect([filled.visible('q2'), filled.visible('q3'), filled.value('q4')]).toEqual([true, true, '501'])
    expect(filled.set({ key: 'q1' }, 'y').toSorted()).toEqual(['q1', 'q2', 'q3', 'q4'])
    expect([filled.visible('q2'), filled.visible('q3'), filled.value('q2'), filled.value('q4')]).toEqual([false, false, undefined, '1'])
    expect(filled.faults(true)).toEqual([])
    expect(filled.submission()).toEqual({ answers: { q1: 'y', q4: '1' }, omitted: ['q2', 'q3'] })
    filled.set({ key: 'q1' }, 'n')
    expect(filled.value('q2')).toBe('500')
  })

  it('hides what stands in a hidden section, and the cells of a hidden table', () => {
    const doc: FormDoc = {
      ...form({
        q1: question('radio', { options: yesNo }),
        t1: question('repeat', { columns: ['a1'] }),
        a1: question('number', { in: 't1', required: true }),
        q2: question('calc', { calc: ['sum', ['column', 'a1']] }),
      }),
      pages: ['p1', 'p2'],
      blocks: {
        p1: { kind: 'page', title: '', items: ['s1'] },
        s1: { kind: 'section', title: '', items: ['q1', 'q2'] },
        p2: { kind: 'page', title: '', items: ['s2'], visibleIf: ['eq', ['q', 'q1'], 'y'] },
        s2: { kind: 'section', title: '', items: ['t1'] },
      },
    }
    const filled = run(doc, {
      q1: 'y',
      t1: [
        { id: 'r1', cells: { a1: '2' } },
        { id: 'r2', cells: { a1: '3.5' } },
      ],
    })
    expect([filled.value('q2'), filled.visible('t1/r1/a1')]).toEqual(['5.5', true])
    filled.set({ key: 'q1' }, 'n')
    expect([filled.value('q2'), filled.visible('t1/r1/a1')]).toEqual(['0', false])
    expect(filled.submission()).toEqual({ answers: { q1: 'n', q2: '0' }, omitted: ['t1'] })
  })

  it('computes cells from their own row, a share from all rows, and only the row that has changed', () => {
    const doc = form({
      t1: question('repeat', { columns: ['a1', 'a2', 'a3', 'a4'] }),
      a1: question('number', { in: 't1' }),
      a2: question('money', { in: 't1' }),
      a3: question('calc', { in: 't1', calc: ['mul', ['own', 'a1'], ['own', 'a2']] }),
      a4: question('calc', {
        in: 't1',
        decimals: 2,
        calc: ['mul', ['div', ['own', 'a1'], ['sumRows', ['rows', 't1'], ['own', 'a1']]], ['n', '100']],
      }),
    })
    const rows = [
      { id: 'r1', cells: { a1: '1', a2: 1050 } },
      { id: 'r2', cells: { a1: '2', a2: 10 } },
    ]
    const filled = run(doc, { t1: rows })
    expect(['t1/r1/a3', 't1/r2/a3', 't1/r1/a4', 't1/r2/a4'].map((path) => filled.value(path))).toEqual(['10.5', '0.2', '33.33', '66.67'])
    expect(filled.set({ key: 't1', row: 'r2', column: 'a2' }, 20).toSorted()).toEqual(['t1/r2/a2', 't1/r2/a3'])
    expect(filled.set({ key: 't1', row: 'r2', column: 'a1' }, '3').toSorted()).toEqual(['t1/r1/a4', 't1/r2/a1', 't1/r2/a3', 't1/r2/a4'])
    expect(filled.value('t1/r1/a4')).toBe('25')
    filled.set({ key: 't1', row: 'r2' }, undefined)
    expect([filled.value('t1/r1/a4'), filled.value('t1/r2/a3')]).toEqual(['100', undefined])
    filled.set({ key: 't1', row: 'r3' }, 'r1')
    filled.set({ key: 't1', row: 'r3', column: 'a1' }, '3')
    expect(filled.value('t1/r1/a4')).toBe('25')
  })

  it('says what is missing, what is wrong and what contradicts, with labels that quote answers', () => {
    const doc = form({
      q1: question('text', { label: '姓名', required: true, max: '4' }),
      q2: question('number', { label: '{{q1}}的持股', decimals: 0, min: '1', requiredIf: ['eq', ['q', 'q3'], 'y'] }),
      q3: question('radio', { label: '是否持股', options: [...yesNo, { value: 'o', label: '其他', other: true }] }),
      q4: question('range', {
        label: '任期',
        checks: [{ id: 'k1', holds: ['ge', ['max', ['q', 'q4']], ['today']], message: '任期须未结束' }],
      }),
      q5: question('checkbox', { label: '委员会', options: yesNo, min: '2' }),
    })
    const filled = run(doc)
    expect(filled.faults(false)).toEqual([])
    expect(filled.faults(true)).toEqual([{ path: 'q1', message: '请填写姓名' }])
    filled.set({ key: 'q1' }, '张示例')
    expect(filled.set({ key: 'q3' }, 'y')).toEqual(['q3', 'q2'])
    expect(filled.required('q2')).toBe(true)
    expect(filled.faults(true)).toEqual([{ path: 'q2', message: '请填写张示例的持股' }])
    filled.set({ key: 'q2' }, '0.5')
    filled.set({ key: 'q3' }, 'o')
    filled.set({ key: 'q4' }, { from: '2020-01-01', to: '2026-03-01' })
    filled.set({ key: 'q5' }, ['y'])
    expect(filled.faults(true).map((one) => one.message)).toEqual([
      '张示例的持股须为整数',
      '请填写是否持股中“其他”的内容',
      '任期须未结束',
      '委员会至少 2 项',
    ])
    filled.set({ key: 'q1' }, '一二三四五')
    filled.set({ key: 'q4' }, { from: '2026-03-02', to: '2020-01-01' })
    expect(filled.faults(false).map((one) => one.message)).toEqual([
      '姓名不能超过 4 个字',
      '一二三四五的持股须为整数',
      '任期的结束日期不能早于开始日期',
    ])
  })

  it('asks why where an answer differs from the period before by more than is allowed', () => {
    const doc = form({ q1: question('number', { label: '人数', tolerance: '20' }) })
    const filled = run(doc, { q1: '12' }, { previous: { q1: '10' } })
    expect(filled.faults(true)).toEqual([])
    filled.set({ key: 'q1' }, '12.1')
    expect(filled.faults(true)).toEqual([{ path: 'q1', message: '人数与上期相差 21%，请说明原因' }])
    filled.set({ key: 'q1.why' }, '新设部门')
    expect(filled.faults(true)).toEqual([])
    expect(filled.submission().answers).toEqual({ q1: '12.1', 'q1.why': '新设部门' })
  })

  it('tells which answers a question is shown for', () => {
    const doc = form({
      q1: question('radio', { label: '是否独立', options: yesNo }),
      q2: question('text', { visibleIf: ['and', ['eq', ['q', 'q1'], 'n'], ['empty', ['q', 'q3']]] }),
      q3: question('number', { label: '比例', unit: '%' }),
    })
    expect(run(doc, { q1: 'n' }).why('q2', 'visible')).toEqual([
      { path: 'q1', label: '是否独立', answer: '否' },
      { path: 'q3', label: '比例', answer: '未填写' },
    ])
  })

  it('has the rows of a table that stand there from the start, and reads registers and points', () => {
    const doc = form({
      t1: question('repeat', {
        columns: ['a1'],
        fixedRows: [
          { value: 'x', label: '董事长' },
          { value: 'z', label: '总经理' },
        ],
      }),
      a1: question('number', { in: 't1', label: '人数', required: true }),
      q1: question('lookup', { lookup: 'stockCode' }),
      q2: question('checkbox', {
        options: [
          { value: 'a', label: '甲', points: '1.5' },
          { value: 'b', label: '乙', points: '2' },
        ],
      }),
      q3: question('calc', { calc: ['score', 'q2'] }),
    })
    expect(withFixedRows(doc, {})).toEqual({
      t1: [
        { id: 'x', cells: {} },
        { id: 'z', cells: {} },
      ],
    })
    const filled = run(doc, { q2: ['a', 'b'] }, { lookups: { stockCode: '000999' } })
    filled.set({ key: 't1', row: 'z', column: 'a1' }, '2')
    expect(filled.faults(true)).toEqual([{ path: 't1/x/a1', message: '请填写人数' }])
    expect(filled.submission().answers).toEqual({
      t1: [
        { id: 'x', cells: {} },
        { id: 'z', cells: { a1: '2' } },
      ],
      q1: '000999',
      q2: ['a', 'b'],
      q3: '3.5',
    })
  })

  it('ends where a form computes more than it may, and where questions follow from each other in a ring', () => {
    const columns = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `a${i}`,
        question('calc', { in: 't1', calc: ['sum', ['column', 'b1'], ['sumRows', ['rows', 't1'], ['own', 'b1']]] }),
      ]),
    )
    const heavy = form({
      t1: question('repeat', { columns: ['b1', ...Object.keys(columns)] }),
      b1: question('number', { in: 't1' }),
      ...columns,
    })
    const rows = Array.from({ length: 2000 }, (_, i) => ({ id: `r${i}`, cells: { b1: '1' } }))
    expect(() => run(heavy, { t1: rows })).toThrow(FormLimit)
    const ring = form({ q1: question('calc', { calc: ['add', ['q', 'q2'], ['n', '1']] }), q2: question('calc', { calc: ['q', 'q1'] }) })
    expect(run(ring).value('q1')).toBeDefined()
  })

  it('takes answers of the wrong kind as nothing, whatever somebody sends', () => {
    const doc = form({
      q1: question('number'),
      q2: question('checkbox', { options: yesNo }),
      t1: question('repeat', { columns: ['a1'] }),
      a1: question('text', { in: 't1' }),
      q3: question('calc', { calc: ['sum', ['q', 'q1'], ['q', 'q2']] }),
    })
    const filled = run(doc, { q1: ['x'], q2: { a: 'b' }, t1: 'x', other: '1' } as Answers)
    expect(filled.value('q3')).toBe('0')
    expect(filled.faults(true).map((one) => one.path)).toEqual(['q1', 'q2', 't1'])
  })
})

test('a calculation over nothing is told from one that comes to nought', () => {
  const doc = form({
    q1: question('number'),
    q2: question('number'),
    q3: question('calc', { calc: ['mul', ['div', ['q', 'q1'], ['q', 'q2']], ['n', '100']], decimals: 1 }),
    q4: question('calc', { calc: ['sum', ['q', 'q3'], ['n', '5']] }),
    t1: question('repeat', { columns: ['c1', 'c2'] }),
    c1: question('number', { in: 't1' }),
    c2: question('calc', { in: 't1', calc: ['mul', ['own', 'c1'], ['n', '2']] }),
    q5: question('calc', { calc: ['sum', ['column', 'c1']] }),
  })
  const empty = run(doc, { t1: [{ id: 'r1', cells: {} }, { id: 'r2', cells: { c1: '0' } }] })
  expect([empty.value('q3'), empty.value('q4')]).toEqual(['0', '5'])
  expect(['q3', 'q4', 'q5'].map((key) => isOverNothing(empty, { key }))).toEqual([true, false, false])
  expect(['r1', 'r2'].map((row) => isOverNothing(empty, { key: 't1', row, column: 'c2' }))).toEqual([true, false])
  expect(isOverNothing(run(doc, { q1: '0', q2: '3' }), { key: 'q3' })).toBe(false)
})
