import { compareVersions } from './compare'
import { emptyDoc, type FormDoc, type Question } from './document'

const question = (label: string, more: Partial<Question> = {}): Question => ({ type: 'number', code: label, label, ...more })
const form = (questions: Record<string, Question>, items = Object.keys(questions)): FormDoc => {
  const doc = emptyDoc('调查', { page: 'p1', section: 's1' })
  return { ...doc, questions, blocks: { ...doc.blocks, s1: { kind: 'section', title: '', items } } }
}
const kind = question('性质', {
  type: 'radio',
  options: [
    { value: '1', label: '国有' },
    { value: '2', label: '民营' },
  ],
})
/** What a change of one question means. */
const change = (before: Partial<Question>, after: Partial<Question>) => {
  const { changes, refused } = compareVersions(form({ qa: question('甲', before) }), form({ qa: question('甲', after) }))
  return [...changes.map((one) => `${one.kind} ${one.message}`), ...refused.map(({ message }) => `refused ${message}`)]
}

test('the same form has no change, in whatever order its names stand', () => {
  const doc = form({ qa: question('甲', { min: '1', max: '2' }) })
  expect(compareVersions(doc, form({ qa: { max: '2', min: '1', label: '甲', code: '甲', type: 'number' } }))).toEqual({
    changes: [],
    refused: [],
  })
})

test('labels, help and layout are harmless', () => {
  expect(change({ label: '甲' }, { label: '甲方', help: '全称' })).toEqual([
    'harmless 「甲」的题目从“甲”改为“甲方”',
    'harmless 「甲方」的填写说明是新加的',
  ])
  expect(change({ type: 'money', unit: 'yuan' }, { type: 'money', unit: 'wan' })).toEqual(['harmless 「甲」的单位从“元”改为“万元”'])
  const [a, b] = [
    { qa: question('甲'), qb: question('乙') },
    { qa: question('甲'), qb: question('乙'), qc: question('丙') },
  ]
  expect(compareVersions(form(a), form(b, ['qb', 'qa', 'qc'])).changes).toEqual([
    { kind: 'harmless', at: 'qc', message: '新增题目「丙」' },
    { kind: 'harmless', at: '', message: '题目换了次序' },
  ])
})

test('who is asked, what is allowed and how it is computed touch statistics', () => {
  expect(change({}, { required: true, max: '9' })).toEqual(['statistics 「甲」改为必填', 'statistics 「甲」的最大值从“无”改为“9”'])
  expect(change({ visibleIf: true }, {})).toEqual(['statistics 「甲」的显示条件已取消'])
  expect(change({ type: 'calc', calc: ['n', '1'] }, { type: 'calc', calc: ['n', '2'] })).toEqual(['statistics 「甲」的计算公式有修改'])
  const after: Question = {
    ...kind,
    options: [
      { value: '2', label: '民营企业' },
      { value: '1', label: '国有', retired: true },
      { value: '3', label: '外资' },
    ],
  }
  const { changes, refused } = compareVersions(form({ qk: kind }), form({ qk: after }))
  expect(changes.map((one) => `${one.kind} ${one.message}`)).toEqual([
    'harmless 「性质」的选项“民营”改称“民营企业”',
    'statistics 「性质」停用了选项“国有”',
    'statistics 「性质」新增选项“外资”',
    'harmless 「性质」的选项换了次序',
  ])
  expect(refused).toEqual([])
})

test('another unit, a removed or retired question end the comparison', () => {
  expect(change({ unit: '人' }, { unit: '万人' })).toEqual(['breaks 「甲」的单位从“人”改为“万人”'])
  expect(change({}, { retired: true })).toEqual(['breaks 停用了题目「甲」'])
  expect(compareVersions(form({ qa: question('甲') }), form({}))).toMatchObject({
    changes: [{ kind: 'breaks', at: 'qa', message: '删除了题目「甲」' }],
    refused: [],
  })
})

test('another type, a removed option and another code are refused', () => {
  expect(change({}, { type: 'text' })).toEqual([
    'breaks 「甲」的题型从数字改为单行文字，请停用原题并新增一题',
    'refused 「甲」的题型从数字改为单行文字，请停用原题并新增一题',
  ])
  expect(change({ code: 'a' }, { code: 'b' })).toEqual([
    'breaks 「甲」的列名从“a”改为“b”，已发布的列名不能修改',
    'refused 「甲」的列名从“a”改为“b”，已发布的列名不能修改',
  ])
  expect(compareVersions(form({ qk: kind }), form({ qk: { ...kind, options: [{ value: '1', label: '国有' }] } })).refused).toEqual([
    { at: 'qk', message: '「性质」删除了已发布的选项“民营”，请改为停用' },
  ])
})

test('conditions of sections count, their titles do not', () => {
  const doc = form({ qa: question('甲') })
  const after: FormDoc = {
    ...doc,
    blocks: {
      ...doc.blocks,
      s1: { kind: 'section', title: '治理', items: ['qa'], visibleIf: false },
      p1: { kind: 'page', title: '', items: ['s1', 's2'] },
      s2: { kind: 'section', title: '', items: [] },
    },
  }
  expect(compareVersions(doc, after).changes.map((one) => `${one.kind} ${one.message}`)).toEqual([
    'harmless 标题从“无”改为“治理”',
    'statistics 「治理」的显示条件有修改',
    'harmless 新增分节未命名的分节',
  ])
})
