import { emptyDoc, type FormDoc, type Question, type TableLayout } from './document'
import type { Expression } from './expression'
import { problemsOf } from './problems'

const question = (label: string, more: Partial<Question> = {}): Question => ({ type: 'text', code: label, label, ...more })
/** A form of one section that holds all questions that are no columns. */
function form(questions: Record<string, Question>): FormDoc {
  const doc = emptyDoc('调查', { page: 'p1', section: 's1' })
  const items = Object.keys(questions).filter((key) => questions[key]?.in === undefined && !questions[key]?.retired)
  return { ...doc, questions, blocks: { ...doc.blocks, s1: { kind: 'section', title: '基本情况', items } } }
}
const messages = (doc: FormDoc) => problemsOf(doc).map(({ at, message }) => `${at} ${message}`)
const kind = question('性质', {
  type: 'radio',
  options: [
    { value: '1', label: '国有' },
    { value: '2', label: '民营' },
  ],
})
const rows = {
  qt: question('股东', { type: 'repeat', columns: ['ca', 'cb'] }),
  ca: question('姓名', { in: 'qt' }),
  cb: question('比例', { type: 'number', in: 'qt' }),
}
const shown = (visibleIf: Expression, more: Partial<Question> = {}) =>
  messages(form({ qa: question('名称'), qk: kind, ...rows, qz: question('补充', { visibleIf, ...more }) }))

test('a complete form has no problem', () => {
  const doc = form({
    qa: question('名称', { min: '2', max: '50' }),
    qk: kind,
    ...rows,
    qz: question('补充{{qa}}', {
      visibleIf: ['eq', ['q', 'qk'], '2'],
      checks: [{ id: 'k1', holds: ['gt', ['sum', ['column', 'cb']], ['n', '0']], message: '须大于零' }],
    }),
  })
  expect(problemsOf(doc)).toEqual([])
})

test('what a type cannot do without is asked for by the name of the question', () => {
  expect(
    messages(
      form({
        qa: question('性质', { type: 'radio' }),
        qb: question('满意度', { type: 'matrix', options: [{ value: '1', label: '好' }] }),
        qc: question('合计', { type: 'calc' }),
        qd: question('公司', { type: 'lookup' }),
        qe: question('股东', { type: 'repeat' }),
      }),
    ),
  ).toEqual([
    'qa 「性质」还没有选项',
    'qb 「满意度」还没有行',
    'qc 「合计」还没有计算公式',
    'qd 「公司」还没有选择登记项',
    'qe 「股东」还没有列',
  ])
  expect(messages(form({ qa: question('性质', { type: 'radio', options: [{ value: '1', label: '是', retired: true }] }) }))).toEqual([
    'qa 「性质」还没有选项',
  ])
  expect(
    messages(
      form({
        qa: {
          ...kind,
          options: [
            { value: '1', label: '是' },
            { value: '2', label: '是 ' },
          ],
        },
      }),
    ),
  ).toEqual(['qa 「性质」有文字相同的选项'])
})

test('bounds are of the type of their question and do not contradict each other', () => {
  const one = (more: Partial<Question>) => messages(form({ qa: question('题', more) }))
  expect(one({ type: 'number', min: '10', max: '9.5' })).toEqual(['qa 「题」的最小值 10 大于最大值 9.5'])
  expect(one({ type: 'number', min: '9', max: '10' })).toEqual([])
  expect(one({ type: 'date', min: '2026-02-30' })).toEqual(['qa 「题」的最小值须为日期，如 2026-01-31'])
  expect(one({ type: 'range', min: '2026-03-01', max: '2026-02-01' })).toEqual(['qa 「题」的最小值 2026-03-01 大于最大值 2026-02-01'])
  expect(one({ min: '-1', max: 'x' })).toEqual(['qa 「题」的最小值须为不小于 0 的整数', 'qa 「题」的最大值须为不小于 0 的整数'])
  expect(one({ ...kind, label: '题', type: 'checkbox', min: '3' })).toEqual(['qa 「题」至少要选 3 项，但只有 2 个选项'])
  expect(one({ type: 'file', max: '101' })).toEqual(['qa 「题」的最大值不能超过 100'])
  expect(one({ type: 'money', unit: '美元', tolerance: '-5' })).toEqual([
    'qa 「题」的单位须为元或万元',
    'qa 「题」的允许偏差须为不小于 0 的数字',
  ])
})

test('properties that a type does not have are told, and no error', () => {
  expect(problemsOf(form({ qa: { ...kind, mask: '999' } }))).toEqual([
    { severity: 'warning', at: 'qa', message: '「性质」是单选题，设置的“掩码”不起作用' },
  ])
})

test('what is retired is not found fault with', () => {
  expect(messages(form({ qa: question('名称'), qz: question('性质', { type: 'radio', retired: true, mask: '9', min: 'x' }) }))).toEqual([])
})

test('names of columns are compared without regard to capitals', () => {
  expect(messages(form({ qa: question('甲', { code: 'Name' }), qb: question('乙', { code: 'name' }) }))).toEqual([
    'qb 「乙」的列名 name 与「甲」重复',
  ])
})

test('readings of what is gone, and in the wrong place, are named', () => {
  expect(shown(['filled', ['q', 'qx']])).toEqual(['qz 「补充」的显示条件引用了已删除的题目'])
  expect(shown(['filled', ['q', 'ca']])).toEqual(['qz 「补充」的显示条件引用了表格的列「姓名」，须指明是同一行还是整列'])
  expect(shown(['filled', ['own', 'ca']])).toEqual(['qz 「补充」的显示条件引用了同一行的「姓名」，但不在表格的行里'])
  expect(shown(['gt', ['sum', ['column', 'qa']], ['n', '1']])).toEqual(['qz 「补充」的显示条件引用了「名称」这一列，但它不是表格的列'])
  expect(shown(['gt', ['rows', 'qa'], ['n', '1']])).toEqual(['qz 「补充」的显示条件要数「名称」的行数，但它不是表格'])
  expect(shown(['gt', ['score', 'qk'], ['n', '1']])).toEqual(['qz 「补充」的显示条件引用了「性质」的分值，但它的选项没有分值'])
  expect(shown(['gt', ['countRows', ['rows', 'qt'], ['filled', ['own', 'ca']]], ['n', '1']])).toEqual([])
  const retired = form({ qa: question('名称', { retired: true }), qz: question('补充', { requiredIf: ['filled', ['q', 'qa']] }) })
  expect(messages(retired)).toEqual(['qz 「补充」的必填条件引用了已停用的「名称」'])
})

test('a tree that cannot be carried out is told as the rule that it is', () => {
  const holds = ['exec', 'x'] as unknown as Expression
  expect(messages(form({ qa: question('名称', { checks: [{ id: 'k1', holds, message: '不对' }] }) }))).toEqual([
    'qa 「名称」的第 1 条校验规则无法读取：条件或公式含有未知的运算',
  ])
})

test('questions that no answer can reach are found, and what follows from them', () => {
  const never = 'qz 「补充」的显示条件永远不成立，没有人会看到这道题'
  expect(shown(false)).toEqual([never])
  expect(shown(['eq', ['q', 'qk'], '9'])).toEqual(['qz 「补充」的显示条件用到了「性质」没有的选项“9”', never])
  expect(shown(['and', ['eq', ['q', 'qk'], '1'], ['eq', ['q', 'qk'], '2']])).toEqual([never])
  expect(shown(['or', ['eq', ['q', 'qk'], '1'], ['gt', ['n', '1'], ['n', '2']]])).toEqual([])
  expect(shown(['not', ['lt', ['n', '1'], ['n', '2']]])).toEqual([never])
  const chain = form({ qa: question('甲', { visibleIf: ['filled', ['q', 'qb']] }), qb: question('乙', { visibleIf: false }) })
  expect(problemsOf(chain).map(({ at, severity }) => [at, severity])).toEqual([
    ['qb', 'warning'],
    ['qa', 'warning'],
  ])
  expect(
    messages({
      ...chain,
      questions: { qa: question('甲'), qb: question('乙') },
      blocks: { ...chain.blocks, s1: { kind: 'section', title: '其他', items: ['qa', 'qb'], visibleIf: false } },
    }),
  ).toEqual(['s1 「其他」的显示条件永远不成立，没有人会看到其中的题目'])
})

test('labels quote what is there and was asked before', () => {
  expect(messages(form({ qa: question('甲{{qb}}', { code: 'a' }), qb: question('乙{{gone}}', { code: 'b' }) }))).toEqual([
    'qa 「甲…」的题目引用了排在它后面的「乙…」',
    'qb 「乙…」的题目引用了不存在的题目 {{gone}}',
  ])
  expect(messages(form({ ...rows, qa: question('甲{{ca}}', { code: 'a' }) }))).toEqual([
    'qa 「甲…」的题目引用了表格的列「姓名」，列没有单一的答案',
  ])
})

test('columns and their tables agree', () => {
  const broken = form({
    qt: question('股东', { type: 'repeat', columns: ['ca', 'gone', 'qs'] }),
    ca: question('姓名'),
    qs: question('签名', { type: 'signature', in: 'qt' }),
    qo: question('孤列', { in: 'qt' }),
  })
  expect(messages(broken)).toEqual(
    expect.arrayContaining([
      'qt 「股东」有一列的题目已删除',
      'ca 「姓名」是「股东」的列，但没有注明属于这个表格',
      'qs 签名题「签名」不能作为表格的列',
      'qo 「孤列」属于「股东」，但不在它的列中',
    ]),
  )
})

test('every question stands in one place', () => {
  const doc = form({ qa: question('甲'), qb: question('乙'), ...rows })
  const laid: FormDoc = {
    ...doc,
    pages: ['p1', 'gone'],
    blocks: {
      p1: { kind: 'page', title: '', items: ['s1', 's1'] },
      s1: { kind: 'section', title: '', items: ['qa', 'qa', 'qt', 'ca', 'no'] },
      s2: { kind: 'section', title: '多余', items: [] },
    },
  }
  expect(messages(laid)).toEqual([
    'gone 表单里有一页不存在',
    's1 未命名的分节里有一道题不存在',
    's1 未命名的分节放了两处',
    's2 「多余」没有放进表单',
    'qa 「甲」放了两处',
    'qb 「乙」没有放进表单，填报人看不到它',
    'ca 「姓名」是表格的列，不能同时单独放在分节里',
  ])
})

test('cells of a table lie within it and beside each other; repeated rows belong to a table question', () => {
  const cell = (row: string, column: string, more = {}) => ({ row, column, rows: 1, columns: 1, ...more })
  const table: TableLayout = {
    rows: [
      { id: 'r1', height: 8 },
      { id: 'r2', height: 8, band: 'qt' },
      { id: 'r3', height: 8, band: 'qa' },
    ],
    columns: [
      { id: 'c1', width: 20 },
      { id: 'c2', width: 20 },
    ],
    cells: {
      x1: cell('r1', 'c1', { columns: 2, key: 'qa' }),
      x2: cell('r1', 'c2'),
      x3: cell('r3', 'c2', { columns: 2 }),
      x4: cell('r9', 'c1'),
      x5: cell('r2', 'c1', { key: 'ca' }),
      x6: cell('r2', 'c2', { key: 'qb' }),
      x7: cell('r3', 'c1', { key: 'cb' }),
    },
  }
  const doc = { ...form({ qa: question('甲'), qb: question('乙'), ...rows }), table, pages: [], blocks: {} }
  expect(messages(doc)).toEqual([
    'r3 第 3 行按表格重复，但这个表格不存在',
    'x2 单元格 B1 与 A1 重叠',
    'x3 单元格 B3 合并到了表格之外',
    'x4 有一个单元格在表格之外',
    'x6 「乙」放在重复的行里，但它不是这个表格的列',
    'x7 「比例」是表格的列，须放在按这个表格重复的行里',
  ])
  expect(
    messages({
      ...doc,
      table: {
        ...table,
        rows: [
          { id: 'r1', height: 8 },
          { id: 'r2', height: 8, band: 'qt' },
        ],
        cells: { x1: cell('r1', 'c1', { rows: 2 }) },
      },
    }),
  ).toEqual([
    'x1 单元格 A1 合并时跨出了重复的行',
    'qa 「甲」没有放进表单，填报人看不到它',
    'qb 「乙」没有放进表单，填报人看不到它',
    'ca 「姓名」在重复的行里没有单元格，填报人看不到它',
    'cb 「比例」在重复的行里没有单元格，填报人看不到它',
    ' 表单还没有题目',
  ])
})

test('a ring of questions is told by their labels', () => {
  const calc = (label: string, tree: Expression) => question(label, { type: 'calc', calc: tree })
  expect(problemsOf(form({ qa: calc('甲', ['neg', ['q', 'qb']]), qb: calc('乙', ['neg', ['q', 'qa']]), qc: question('丙') }))).toEqual([
    { severity: 'error', at: 'qa', message: '这些条件和公式互相引用，无法计算：「甲」 → 「乙」 → 「甲」' },
  ])
})

test('a form without questions says so', () => {
  expect(messages(form({}))).toEqual([' 表单还没有题目'])
})
