import {
  addDrafts,
  addedKeys,
  addOptions,
  addPage,
  addQuestion,
  addSection,
  changeBlock,
  changeOption,
  changeQuestions,
  duplicateQuestions,
  moveBlock,
  moveBlockBy,
  moveOption,
  moveQuestions,
  moveQuestionsBy,
  optionLines,
  pasteQuestions,
  referencesTo,
  removeBlock,
  removeOption,
  removeQuestions,
  renameCode,
  retypeQuestion,
} from './commands'
import { emptyDoc, type FormDoc, type Question } from './document'
import { applyPatches, inverse, type Patch } from './patch'
import { problemsOf } from './problems'

/** Keys k1, k2 … for what is made in a test. */
const maker = () => {
  let n = 0
  return () => `k${(n += 1)}`
}
/** Carries a command out, and makes sure that its inverse takes it back. */
function done(doc: FormDoc, patches: readonly Patch[]): FormDoc {
  const result = applyPatches(doc, patches)
  if (!('doc' in result)) throw new Error(JSON.stringify(result))
  expect(applyPatches(result.doc, inverse(patches))).toEqual({ doc })
  return result.doc
}
const question = (label: string, more: Partial<Question> = {}): Question => ({ type: 'text', code: label, label, ...more })
const start: FormDoc = {
  format: 1,
  title: '调查',
  pages: ['p1', 'p2'],
  blocks: {
    p1: { kind: 'page', title: '', items: ['s1', 's2'] },
    p2: { kind: 'page', title: '', items: ['s3'] },
    s1: { kind: 'section', title: '一', items: ['qa', 'qb', 'qt'] },
    s2: { kind: 'section', title: '二', items: ['qc'] },
    s3: { kind: 'section', title: '三', items: [] },
  },
  questions: {
    qa: question('name', { required: true }),
    qb: question('kind', {
      type: 'radio',
      options: [
        { value: '1', label: '国有' },
        { value: '5', label: '民营' },
      ],
      visibleIf: ['filled', ['q', 'qa']],
    }),
    qt: question('holders', { type: 'repeat', columns: ['ca', 'cb'] }),
    ca: question('holder', { in: 'qt' }),
    cb: question('share', { type: 'number', in: 'qt', requiredIf: ['filled', ['own', 'ca']], min: '0' }),
    qc: question('more {{qa}}', { code: 'more', calc: ['sum', ['column', 'cb']], type: 'calc' }),
  },
}
const items = (doc: FormDoc, section: string) => doc.blocks[section]?.items

test('a new question of every place has a key and code of its own and is complete', () => {
  const patches = addQuestion(start, 'radio', { section: 's1', after: 'qa' }, maker())
  const doc = done(start, patches)
  expect(addedKeys(patches)).toEqual(['k1'])
  expect(items(doc, 's1')).toEqual(['qa', 'k1', 'qb', 'qt'])
  expect(doc.questions['k1']).toEqual({
    type: 'radio',
    code: 'q7',
    label: '单选',
    options: [
      { value: '1', label: '选项 1' },
      { value: '2', label: '选项 2' },
    ],
  })
  expect(items(done(start, addQuestion(start, 'text', { section: 's1', after: null }, maker())), 's1')).toEqual(['k1', 'qa', 'qb', 'qt'])
  const column = done(start, addQuestion(start, 'money', { table: 'qt', after: 'ca' }, maker()))
  expect(column.questions['qt']?.columns).toEqual(['ca', 'k1', 'cb'])
  expect(column.questions['k1']?.in).toBe('qt')
  const table = done(start, addQuestion(start, 'repeat', { section: 's3' }, maker()))
  expect(problemsOf(table).filter(({ at }) => at === 'k1' || at === 'k2')).toEqual([])
  const taken = (() => {
    const keys = ['qa', 's1', 'k9']
    return () => keys.shift() ?? ''
  })()
  expect(addedKeys(addQuestion(start, 'text', { section: 's3' }, taken))).toEqual(['k9'])
})

test('a removed question goes with its columns; what refers to it is listed before', () => {
  const doc = done(start, removeQuestions(start, ['qt']))
  expect(Object.keys(doc.questions)).toEqual(['qa', 'qb', 'qc'])
  expect(items(doc, 's1')).toEqual(['qa', 'qb'])
  expect(referencesTo(start, 'qt')).toEqual([{ at: 'qc', message: '「more …」的计算公式' }])
  expect(referencesTo(start, 'qa')).toEqual([
    { at: 'qb', message: '「kind」的显示条件' },
    { at: 'qc', message: '「more …」的题目' },
  ])
  expect(done(start, removeQuestions(start, ['ca'])).questions['qt']?.columns).toEqual(['cb'])
})

test('copies have new keys and codes, and refer to each other', () => {
  const doc = done(start, duplicateQuestions(start, ['qa', 'qb', 'qt'], maker()))
  expect(items(doc, 's1')).toEqual(['qa', 'qb', 'qt', 'k1', 'k2', 'k3'])
  expect(doc.questions['k2']).toMatchObject({ code: 'kind_2', visibleIf: ['filled', ['q', 'k1']] })
  expect(doc.questions['k3']?.columns).toEqual(['k4', 'k5'])
  expect(doc.questions['k5']).toMatchObject({ in: 'k3', code: 'share_2', requiredIf: ['filled', ['own', 'k4']] })
  // One copied alone still refers to what it did.
  expect(done(start, duplicateQuestions(start, ['qb'], maker())).questions['k1']?.visibleIf).toEqual(['filled', ['q', 'qa']])
})

test('between forms, references to what was not copied are dropped and told', () => {
  const other = emptyDoc('另一张', { page: 'p1', section: 's1' })
  const { patches, dropped } = pasteQuestions(other, start, ['qb', 'qc'], { section: 's1' }, maker())
  const doc = done(other, patches)
  expect(items(doc, 's1')).toEqual(['k1', 'k2'])
  expect(doc.questions['k1']).not.toHaveProperty('visibleIf')
  expect(doc.questions['k2']).toMatchObject({ label: 'more ____' })
  expect(doc.questions['k2']).not.toHaveProperty('calc')
  expect(dropped).toEqual([
    '「kind」的显示条件引用了没有一起复制的题目，已去掉',
    '「more …」的题目引用了没有一起复制的题目，已换成空格线',
    '「more …」的计算公式引用了没有一起复制的题目，已去掉',
  ])
  expect(pasteQuestions(other, start, ['qa', 'qb'], { section: 's1' }, maker()).dropped).toEqual([])
})

test('questions move up and down, over the edge of their section and page', () => {
  const moved = (keys: string[], step: -1 | 1, doc = start) => done(doc, moveQuestionsBy(doc, keys, step))
  expect(items(moved(['qb'], -1), 's1')).toEqual(['qb', 'qa', 'qt'])
  expect(items(moved(['qa', 'qb'], 1), 's1')).toEqual(['qt', 'qa', 'qb'])
  expect(items(moved(['qt'], 1), 's2')).toEqual(['qt', 'qc'])
  expect(items(moved(['qc'], 1), 's3')).toEqual(['qc'])
  expect(items(moved(['qc'], -1), 's1')).toEqual(['qa', 'qb', 'qt', 'qc'])
  expect(moveQuestionsBy(start, ['qa'], -1)).toEqual([])
  expect(moved(['cb'], -1).questions['qt']?.columns).toEqual(['cb', 'ca'])
  expect(moveQuestionsBy(start, ['cb'], 1)).toEqual([])
})

test('questions move to a place, among them into a table and out of it', () => {
  const move = (keys: string[], place: Parameters<typeof moveQuestions>[2]) => done(start, moveQuestions(start, keys, place, maker()))
  expect(items(move(['qa', 'qb'], { section: 's1', after: 'qb' }), 's1')).toEqual(['qa', 'qb', 'qt'])
  expect(items(move(['qa'], { section: 's2', after: 'qc' }), 's2')).toEqual(['qc', 'qa'])
  const out = move(['ca'], { section: 's3' })
  expect(out.questions['ca']).not.toHaveProperty('in')
  expect(out.questions['qt']?.columns).toEqual(['cb'])
  expect(moveQuestions(start, ['qt', 'gone'], { table: 'qt' }, maker())).toEqual([])
  expect(move(['qa'], { table: 'qt', after: null }).questions['qt']?.columns).toEqual(['qa', 'ca', 'cb'])
})

test('many questions change at once, each by what its type has', () => {
  const doc = done(start, changeQuestions(start, ['qa', 'qb', 'qc'], { required: true, mask: '999', span: 2 }))
  expect(doc.questions['qa']).toMatchObject({ required: true, mask: '999', span: 2 })
  expect(doc.questions['qb']).toMatchObject({ required: true, span: 2 })
  expect(doc.questions['qb']).not.toHaveProperty('mask')
  expect(doc.questions['qc']).not.toHaveProperty('required')
  expect(done(doc, changeQuestions(doc, ['qa'], { required: undefined })).questions['qa']).not.toHaveProperty('required')
  expect(changeQuestions(start, ['qa'], { required: true, code: 'x' })).toEqual([])
})

test('a code is made unique without regard to capitals', () => {
  expect(done(start, renameCode(start, 'qa', 'KIND')).questions['qa']?.code).toBe('KIND_2')
  expect(renameCode(start, 'qa', 'name')).toEqual([])
  expect(applyPatches(start, renameCode(start, 'qa', '1 x'))).toEqual({ problem: '列名须以字母开头，只含字母、数字和下划线，最多 32 个' })
})

test('another type keeps what both have and names what is lost', () => {
  const change = (key: string, type: Question['type']) => {
    const { patches, lost } = retypeQuestion(start, key, type, maker())
    return { doc: done(start, patches), lost }
  }
  expect(change('qb', 'checkbox')).toMatchObject({
    lost: [],
    doc: { questions: { qb: { type: 'checkbox', options: [{ value: '1' }, { value: '5' }] } } },
  })
  const text = change('qb', 'text')
  expect(text.lost).toEqual(['选项（2 个）'])
  expect(text.doc.questions['qb']).toMatchObject({ visibleIf: ['filled', ['q', 'qa']] })
  expect(change('cb', 'date').lost).toEqual(['最小值'])
  expect(change('cb', 'money').lost).toEqual([])
  const flat = change('qt', 'text')
  expect(flat.lost).toEqual(['表格的列（2 个）'])
  expect(flat.doc.questions).not.toHaveProperty('ca')
  expect(change('qa', 'repeat').doc.questions['k1']).toMatchObject({ in: 'qa' })
  expect(change('qa', 'radio').doc.questions['qa']?.options).toHaveLength(2)
})

test('pages and sections are added, moved, changed and removed with what stands in them', () => {
  const page = done(start, addPage(start, 'p1', maker()))
  expect(page.pages).toEqual(['p1', 'k1', 'p2'])
  expect(page.blocks['k1']?.items).toEqual(['k2'])
  expect(done(start, addSection(start, 'p1', 's1', maker())).blocks['p1']?.items).toEqual(['s1', 'k1', 's2'])
  expect(done(start, moveBlock(start, 's1', { page: 'p2', after: 's3' })).blocks).toMatchObject({
    p1: { items: ['s2'] },
    p2: { items: ['s3', 's1'] },
  })
  expect(done(start, moveBlockBy(start, 's2', 1)).blocks).toMatchObject({ p1: { items: ['s1'] }, p2: { items: ['s2', 's3'] } })
  expect(done(start, moveBlockBy(start, 's2', -1)).blocks['p1']?.items).toEqual(['s2', 's1'])
  expect(done(start, moveBlockBy(start, 'p2', -1)).pages).toEqual(['p2', 'p1'])
  expect(moveBlockBy(start, 'p2', 1)).toEqual([])
  const gone = done(start, removeBlock(start, 'p1'))
  expect([gone.pages, Object.keys(gone.blocks), Object.keys(gone.questions)]).toEqual([['p2'], ['p2', 's3'], []])
  expect(done(start, removeBlock(start, 's2')).blocks['p1']?.items).toEqual(['s1'])
  expect(done(start, changeBlock(start, 's1', { title: '甲', columns: 2 })).blocks['s1']).toMatchObject({ title: '甲', columns: 2 })
})

test('options are pasted from lines, moved and changed; a value is never given twice', () => {
  const lines = optionLines('A. 外资\n\n② 集体\t2.5\n其他\tx')
  expect(lines).toEqual([{ label: '外资' }, { label: '集体', points: '2.5' }, { label: '其他' }])
  const doc = done(start, addOptions(start, 'qb', lines))
  expect(doc.questions['qb']?.options?.map(({ value }) => value)).toEqual(['1', '5', '6', '7', '8'])
  expect(done(start, moveOption(start, 'qb', '5', -1)).questions['qb']?.options?.map(({ value }) => value)).toEqual(['5', '1'])
  expect(moveOption(start, 'qb', '5', 1)).toEqual([])
  expect(done(start, changeOption(start, 'qb', '5', { retired: true })).questions['qb']?.options?.[1]).toEqual({
    value: '5',
    label: '民营',
    retired: true,
  })
  expect(done(start, removeOption(start, 'qb', '1')).questions['qb']?.options).toEqual([{ value: '5', label: '民营' }])
})

test('questions that were read from a text go to their place, headings become sections', () => {
  const doc = done(
    start,
    addDrafts(
      start,
      [
        { title: '', questions: [{ type: 'text', label: '甲' }] },
        {
          title: '治理',
          questions: [
            { type: 'date', label: '乙' },
            { type: 'text', label: '丙' },
          ],
        },
      ],
      { section: 's1', after: 'qa' },
      maker(),
    ),
  )
  expect(items(doc, 's1')).toEqual(['qa', 'k1', 'qb', 'qt'])
  expect(doc.blocks['p1']?.items).toEqual(['s1', 'k4', 's2'])
  expect(doc.blocks['k4']).toEqual({ kind: 'section', title: '治理', items: ['k2', 'k3'] })
  expect([doc.questions['k1']?.code, doc.questions['k3']?.code]).toEqual(['q7', 'q9'])
})
