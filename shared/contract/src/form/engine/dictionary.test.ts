import fc from 'fast-check'
import { DICTIONARY, dictionaryChanges, dictionaryOf, type DictionaryRow } from './dictionary'
import { emptyDoc, type FormDoc, type Question } from './document'
import { applyPatches } from './patch'

const question = (code: string, more: Partial<Question> = {}): Question => ({ type: 'text', code, label: `题 ${code}`, ...more })
const base = emptyDoc('调查', { page: 'p1', section: 's1' })
const doc: FormDoc = {
  ...base,
  blocks: { ...base.blocks, s1: { kind: 'section', title: '', items: ['qb', 'qa', 'qn', 'qt'] } },
  questions: {
    qa: question('kind', {
      type: 'radio',
      required: true,
      options: [
        { value: '1', label: '国有', points: '5' },
        { value: '2', label: '民营', retired: true },
        { value: '3', label: '其他', other: true },
      ],
      visibleIf: ['eq', ['q', 'qb'], '甲'],
    }),
    qb: question('name', { help: '全称', requiredIf: true }),
    qn: { type: 'note', code: 'n', label: '说明' },
    qt: question('t', { type: 'repeat', columns: ['ca'] }),
    ca: question('money', { type: 'money', in: 'qt', unit: 'wan', min: '0' }),
    qz: question('old', { retired: true }),
  },
}
const rows = dictionaryOf(doc)
const row = (key: string): DictionaryRow => {
  const found = rows.find((one) => one.key === key)
  if (!found) throw new Error(key)
  return found
}
/** The question after its row was edited, or the sentence that refuses it. */
const edited = (key: string, change: Partial<DictionaryRow>): Question | string | undefined => {
  const { patches, refused } = dictionaryChanges(doc, [{ ...row(key), ...change }])
  const result = applyPatches(doc, patches)
  if (!('doc' in result)) throw new Error(JSON.stringify(result))
  return refused[0]?.message ?? result.doc.questions[key]
}

test('a row a question in reading order, notes left out, the retired last', () => {
  expect(rows.map(({ key }) => key)).toEqual(['qb', 'qa', 'qt', 'ca', 'qz'])
  expect(Object.keys(row('qa'))).toEqual(Object.keys(DICTIONARY))
  expect(row('qa')).toMatchObject({
    code: 'kind',
    type: '单选',
    required: '是',
    options: '1=国有（5 分）\n2=民营（停用）\n3=其他（须说明）',
    condition: '「题 name」等于 「甲」',
  })
  expect(row('ca')).toMatchObject({ table: 't', unit: '万元', min: '0' })
  expect([row('qb').required, row('qz').retired]).toEqual(['满足条件时', '是'])
})

test('a dictionary that comes back as it was changes nothing, whatever a workbook does to its line breaks', () => {
  expect(dictionaryChanges(doc, rows)).toEqual({ patches: [], refused: [] })
  expect(
    dictionaryChanges(
      doc,
      rows.map((one) => ({ ...one, options: `${one.options.replaceAll('\n', '\r\n')} ` })),
    ),
  ).toEqual({ patches: [], refused: [] })
  expect(
    dictionaryChanges(
      doc,
      rows.map(({ key, label }) => ({ key, label })),
    ),
  ).toEqual({ patches: [], refused: [] })
  expect(dictionaryChanges(doc, [])).toEqual({ patches: [], refused: [] })
})

test('what was edited is the smallest change', () => {
  expect(
    dictionaryChanges(
      doc,
      rows.map((one) => (one.key === 'qb' ? { ...one, label: '公司名称', help: '' } : one)),
    ).patches,
  ).toEqual([
    { at: ['questions', 'qb', 'label'], from: '题 name', to: '公司名称' },
    { at: ['questions', 'qb', 'help'], from: '全称' },
  ])
  expect(edited('ca', { unit: '元', max: '100' })).toMatchObject({ unit: 'yuan', max: '100' })
  expect(edited('qa', { required: '否' })).not.toHaveProperty('required')
  expect(edited('qb', { required: '是' })).toMatchObject({ required: true })
})

test('options are added, renamed, retired and put in another order, never removed', () => {
  expect(edited('qa', { options: '3=其他\n1=国有企业（5 分）（停用）\n2=民营（停用）\n外资' })).toMatchObject({
    options: [
      { value: '3', label: '其他' },
      { value: '1', label: '国有企业', points: '5', retired: true },
      { value: '2', label: '民营', retired: true },
      { value: '4', label: '外资' },
    ],
  })
  expect(edited('qa', { options: '1=国有\n3=其他' })).toBe('第 1 行「题 kind」：选项“民营”不能删除，不再使用的请在后面注明（停用）')
  expect(edited('qa', { options: '1=甲\n1=乙\n2=民营\n3=其他' })).toBe('第 1 行「题 kind」：选项的值有重复')
})

test.each<[string, Partial<DictionaryRow>, string]>([
  ['qa', { type: '多选' }, '第 1 行「题 kind」：题型不能在数据字典中修改，请在设计器中修改'],
  ['qa', { condition: '' }, '第 1 行「题 kind」：显示条件不能在数据字典中修改，请在设计器中修改'],
  ['qa', { label: ' ' }, '第 1 行「题 kind」：请填写题目'],
  ['qa', { code: '1a' }, '第 1 行「题 kind」：列名须以字母开头，只含字母、数字和下划线，最多 32 个'],
  ['qa', { code: 'NAME' }, '第 1 行「题 kind」：列名 NAME 已有其他题目使用'],
  ['qa', { min: '3' }, '第 1 行「题 kind」：单选题没有最小值'],
  ['qa', { required: 'Y' }, '第 1 行「题 kind」：必填须为“是”或“否”'],
  ['qb', { required: '' }, '第 1 行「题 name」：必填条件请在设计器中修改'],
  ['ca', { unit: '美元' }, '第 1 行「题 money」：单位须为元或万元'],
])('row %s with %j is refused with a sentence', (key, change, sentence) => expect(edited(key, change)).toBe(sentence))

test('a refused row leaves the others; rows of no question and twice the same are refused', () => {
  const { patches, refused } = dictionaryChanges(doc, [
    { ...row('qa'), type: 'x' },
    { ...row('qb'), label: '名称' },
    { ...row('qb'), label: '别的' },
    { key: 'constructor' },
    { label: '新题' },
  ])
  expect(patches).toEqual([{ at: ['questions', 'qb', 'label'], from: '题 name', to: '名称' }])
  expect(refused).toEqual([
    { row: 1, message: '第 1 行「题 kind」：题型不能在数据字典中修改，请在设计器中修改' },
    { row: 3, message: '第 3 行编号 qb 出现了两次' },
    { row: 4, message: '第 4 行编号 constructor 不在表单中' },
    { row: 5, message: '第 5 行没有编号，新题目请在设计器中添加' },
  ])
})

test('two codes can be exchanged; of rows that want the same code the first has it', () => {
  const swap = dictionaryChanges(doc, [
    { ...row('qa'), code: 'name' },
    { ...row('qb'), code: 'kind' },
  ])
  expect(swap.refused).toEqual([])
  expect(swap.patches).toHaveLength(2)
  const same = dictionaryChanges(
    doc,
    rows.map((one) => ({ ...one, code: 'x' })),
  )
  expect(same.patches).toEqual([{ at: ['questions', 'qb', 'code'], from: 'name', to: 'x' }])
  expect(same.refused.map((one) => one.row)).toEqual([2, 3, 4, 5])
  // The second is refused and keeps `kind`, so the first cannot have it either.
  expect(
    dictionaryChanges(doc, [
      { ...row('qb'), code: 'kind' },
      { ...row('qa'), code: 'T' },
    ]).patches,
  ).toEqual([])
})

test('whatever is written into cells, changes apply and leave codes unique', () => {
  const cells = fc.constantFrom('', 'x', 'kind', '是', '1=国有', '（停用）', '5', '=', '元', '\u0000', '__proto__')
  const column = fc.constantFrom(...(Object.keys(DICTIONARY) as (keyof DictionaryRow)[]))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(4), column, cells), { maxLength: 6 }), (edits) => {
      const given = rows.map((one) => ({ ...one }))
      for (const [i, name, text] of edits) if (given[i]) given[i][name] = text
      const { patches, refused } = dictionaryChanges(doc, given)
      const result = applyPatches(doc, patches)
      expect(result).toHaveProperty('doc')
      if ('doc' in result) {
        const codes = Object.values(result.doc.questions).map(({ code }) => code.toLowerCase())
        expect(new Set(codes).size).toBe(codes.length)
      }
      for (const { message } of refused) expect(message).toMatch(/^第 \d+ 行/)
    }),
    { numRuns: 200 },
  )
})
