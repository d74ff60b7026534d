import fc from 'fast-check'
import { emptyDoc, readDocument, type FormDoc, type Question, type TableLayout } from './document'
import { applyPatches, diff, inverse, patch, patchList, valueAt, type Patch } from './patch'

const question = (label: string, more: Partial<Question> = {}): Question => ({ type: 'text', code: 'a', label, ...more })
const doc: FormDoc = {
  ...emptyDoc('年度调查', { page: 'p1', section: 's1' }),
  questions: {
    qa: question('名称'),
    qb: question('性质', {
      type: 'radio',
      code: 'b',
      options: [
        { value: '1', label: '国有' },
        { value: '2', label: '民营' },
      ],
    }),
    qc: question('备注', { code: 'c' }),
  },
}
const placed: FormDoc = { ...doc, blocks: { ...doc.blocks, s1: { kind: 'section', title: '', items: ['qa', 'qb', 'qc'] } } }
const applied = (on: FormDoc, patches: readonly Patch[]): FormDoc => {
  const result = applyPatches(on, patches)
  if (!('doc' in result)) throw new Error(JSON.stringify(result))
  return result.doc
}
const ITEMS = ['blocks', 's1', 'items']
const items = (on: FormDoc) => on.blocks['s1']?.items

const label = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('公', '司', 'a', '1') })
const keys = fc.constantFrom('qa', 'qb', 'qc', 'qd', 'qe')
const condition = fc.constantFrom(['eq', ['q', 'qa'], 'x'] as const, null, ['filled', ['q', 'qb']] as const)
const options = fc.uniqueArray(fc.record({ value: fc.constantFrom('1', '2', '3', '4'), label }), {
  selector: (one) => one.value,
  maxLength: 4,
})
const anyQuestion = fc.record(
  {
    type: fc.constantFrom('text', 'radio', 'repeat'),
    code: fc.constantFrom('a', 'b'),
    label,
    help: label,
    required: fc.constant(true),
    visibleIf: condition,
    options,
    columns: fc.uniqueArray(keys),
  },
  { requiredKeys: ['type', 'code', 'label'] },
)
const cell = fc.record(
  {
    row: fc.constantFrom('ra', 'rb'),
    column: fc.constant('ca'),
    rows: fc.constant(1),
    columns: fc.constantFrom(1, 2),
    text: label,
    key: keys,
  },
  { requiredKeys: ['row', 'column', 'rows', 'columns'] },
)
const row = fc.record({ id: fc.constantFrom('ra', 'rb', 'rc'), height: fc.constantFrom(5, 8) })
const table = fc.record(
  {
    rows: fc.uniqueArray(row, { selector: (one) => one.id }),
    columns: fc.constant([{ id: 'ca', width: 20 }]),
    cells: fc.dictionary(fc.constantFrom('xa', 'xb'), cell),
    across: fc.constant(true),
  },
  { requiredKeys: ['rows', 'columns', 'cells'] },
)
const block = fc.record(
  {
    kind: fc.constantFrom('page', 'section'),
    title: label,
    items: fc.uniqueArray(keys),
    columns: fc.constantFrom(1, 2),
    visibleIf: condition,
  },
  { requiredKeys: ['kind', 'title', 'items'] },
)
const documents = fc.record(
  {
    format: fc.constant(1),
    title: label,
    pages: fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3')),
    blocks: fc.dictionary(fc.constantFrom('p1', 'p2', 's1'), block),
    questions: fc.dictionary(keys, anyQuestion),
    table,
  },
  { requiredKeys: ['format', 'title', 'pages', 'blocks', 'questions'] },
) as unknown as fc.Arbitrary<FormDoc>

test('the difference of two documents makes one of the other, and its inverse takes it back', () => {
  fc.assert(
    fc.property(documents, documents, (a, b) => {
      const patches = diff(a, b)
      expect(patchList.safeParse(patches).success).toBe(true)
      expect(applied(a, patches)).toEqual(b)
      expect(applied(b, inverse(patches))).toEqual(a)
    }),
    { numRuns: 200 },
  )
})

test('changes of different questions do the same in either order', () => {
  const some = fc.constantFrom<Patch>(
    { at: ['questions', 'qa', 'label'], from: '名称', to: '公司名称' },
    { at: ['questions', 'qa'], from: placed.questions['qa'] },
    { at: ['questions', 'qa', 'help'], to: '全称' },
  )
  const others = fc.constantFrom<Patch>(
    { at: ['questions', 'qb', 'type'], from: 'radio', to: 'select' },
    { at: ['questions', 'qd'], to: question('新题') },
    { at: ITEMS, from: ['qa', 'qb', 'qc'], to: ['qb', 'qa'] },
  )
  fc.assert(
    fc.property(some, others, (one, other) => {
      expect(applied(placed, [one, other])).toEqual(applied(placed, [other, one]))
    }),
    { numRuns: 30 },
  )
})

test('a hostile path or value ends with a sentence and changes nothing', () => {
  const names = fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'questions',
    'qa',
    'blocks',
    'table',
    'cells',
    'format',
    'label',
    '',
    '0',
    'rows',
  )
  fc.assert(
    fc.property(fc.array(names, { maxLength: 5 }), fc.constantFrom<unknown>(1, { polluted: true }, null, []), (at, to) => {
      const before = JSON.stringify(placed)
      const result = applyPatches(placed, [{ at, to }])
      if ('doc' in result)
        expect(at.some((name) => ['__proto__', 'constructor', 'prototype', 'toString', 'format'].includes(name))).toBe(false)
      if ('problem' in result) expect(result.problem).toMatch(/\p{Script=Han}/u)
      expect(JSON.stringify(placed)).toBe(before)
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    }),
    { numRuns: 200 },
  )
  expect(applyPatches(placed, [{ at: ['questions', '__proto__'], to: question('x') }])).toEqual({ problem: '修改的位置不正确' })
  expect(applyPatches(placed, [{ at: ['questions', 'constructor'], to: question('x') }])).toEqual({ problem: '修改的位置不正确' })
  expect(
    applyPatches(placed, [
      { at: ['questions', 'qz'], to: JSON.parse('{"type":"text","code":"z","label":"x","__proto__":{"polluted":true}}') as unknown },
    ]),
  ).toHaveProperty('problem')
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown
  expect(applyPatches(placed, [{ at: ['questions', 'qa', 'visibleIf'], to: deep }])).toEqual({ problem: '表单结构过于复杂' })
  expect(applyPatches(placed, [{ at: ITEMS, from: [deep], to: [deep] }])).toHaveProperty('conflicts')
})

test('the schema takes paths of names, and not too many changes nor too deep ones', () => {
  const message = (value: unknown) => patch.safeParse(value).error?.issues[0]?.message
  expect(message({ at: ['table', 'cells', 'xa', 'text'], to: '合计' })).toBeUndefined()
  expect(message({ at: ['questions'] })).toBe('修改的位置不正确')
  expect(message({ at: ['questions', 'qa', 'label', 'x'] })).toBe('修改的位置不正确')
  expect(message({ at: ['title'], to: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown })).toBe('修改的内容过于复杂')
  expect(patchList.safeParse(Array.from({ length: 2001 }, () => ({ at: ['title'], from: '', to: 'a' }))).error?.issues[0]?.message).toBe(
    '一次最多提交 2000 处修改',
  )
})

test('another value at the same place is a conflict that names both, and nothing is applied', () => {
  const result = applyPatches(placed, [
    { at: ['questions', 'qa', 'label'], from: '旧名', to: '我的' },
    { at: ['title'], from: '年度调查', to: '半年度调查' },
    { at: ['questions', 'gone', 'label'], from: '甲', to: '乙' },
    { at: ['questions', 'qc'], from: question('别的') },
  ])
  expect(result).toEqual({
    conflicts: [
      { at: ['questions', 'qa', 'label'], mine: '我的', theirs: '名称' },
      { at: ['questions', 'gone', 'label'], mine: '乙' },
      { at: ['questions', 'qc'], theirs: placed.questions['qc'] },
    ],
  })
})

test('what stands there in another order of names is the same; what is wanted already is no conflict', () => {
  const turned = { label: '名称', code: 'a', type: 'text' }
  expect(applied(placed, [{ at: ['questions', 'qa'], from: turned }]).questions).not.toHaveProperty('qa')
  expect(applied(placed, [{ at: ['questions', 'qa', 'label'], from: '旧名', to: '名称' }])).toBe(placed)
})

test('a document that the change would spoil is refused with its sentence', () => {
  expect(applyPatches(placed, [{ at: ['questions', 'qa', 'label'], from: '名称', to: ' ' }])).toEqual({ problem: '请填写题目' })
  expect(applyPatches(placed, [{ at: ['questions', 'qa', 'type'], from: 'text' }])).toEqual({ problem: '题型不正确' })
})

test('lists that two people changed are merged by their ids: added, removed and moved', () => {
  const from = ['qa', 'qb', 'qc']
  const merged = (theirs: string[], mine: string[]) =>
    items(
      applied({ ...placed, blocks: { ...placed.blocks, s1: { kind: 'section', title: '', items: theirs } } }, [
        { at: ITEMS, from, to: mine },
      ]),
    )
  expect(merged(['qa', 'qx', 'qb', 'qc'], ['qa', 'qb', 'qc', 'qy'])).toEqual(['qa', 'qx', 'qb', 'qc', 'qy'])
  expect(merged(['qa', 'qc'], ['qa', 'qb', 'qn', 'qc'])).toEqual(['qa', 'qn', 'qc'])
  expect(merged(['qa', 'qb', 'qc', 'qx'], ['qc', 'qa', 'qb'])).toEqual(['qc', 'qa', 'qb', 'qx'])
  expect(merged(['qb', 'qa', 'qc'], ['qa', 'qb'])).toEqual(['qb', 'qa'])
  expect(
    applyPatches({ ...placed, blocks: { ...placed.blocks, s1: { kind: 'section', title: '', items: ['qa', 'qa'] } } }, [
      { at: ITEMS, from, to: ['qc'] },
    ]),
  ).toHaveProperty('conflicts')
})

test('whatever two people did to a list, nothing that either added is lost and nothing that I removed stays', () => {
  const from = ['qa', 'qb', 'qc', 'qd']
  const list = fc.uniqueArray(fc.constantFrom(...from, 'qx', 'qy'), { maxLength: 6 })
  fc.assert(
    fc.property(list, list, (mine, theirs) => {
      const on = { ...placed, blocks: { ...placed.blocks, s1: { kind: 'section' as const, title: '', items: theirs } } }
      const merged = items(applied(on, [{ at: ITEMS, from, to: mine }])) ?? []
      const removed = (id: string, by: string[]) => from.includes(id) && !by.includes(id)
      const wanted = [...new Set([...theirs, ...mine])].filter((id) => !removed(id, mine) && !removed(id, theirs))
      expect([...merged].sort()).toEqual(wanted.sort())
      // What they did not touch stands as I put it.
      if (from.every((id) => theirs.includes(id)) && theirs.filter((id) => from.includes(id)).every((id, i) => id === from[i])) {
        expect(merged.filter((id) => mine.includes(id))).toEqual(mine)
      }
    }),
    { numRuns: 200 },
  )
})

test('options merge one by one; the same one changed twice is a conflict', () => {
  const at = ['questions', 'qb', 'options']
  const [first, second] = [
    { value: '1', label: '国有' },
    { value: '2', label: '民营' },
  ]
  const change: Patch = { at, from: [first, second], to: [{ ...first, label: '国有企业' }, second, { value: '3', label: '外资' }] }
  const on = (list: unknown) => applied(placed, [{ at, from: [first, second], to: list }])
  expect(valueAt(applied(on([first, { ...second, label: '民营企业' }]), [change]), at)).toEqual([
    { value: '1', label: '国有企业' },
    { value: '2', label: '民营企业' },
    { value: '3', label: '外资' },
  ])
  expect(applyPatches(on([{ ...first, label: '央企' }, second]), [change])).toMatchObject({
    conflicts: [{ at, mine: change.to, theirs: [{ label: '央企' }, second] }],
  })
  expect(applyPatches(on([second]), [change])).toHaveProperty('conflicts')
})

test('a condition that two people changed is a conflict, never a merged list', () => {
  const at = ['questions', 'qa', 'visibleIf']
  const theirs = applied(placed, [{ at, to: ['q', 'qc'] }])
  expect(applyPatches(theirs, [{ at, from: ['q', 'qb'], to: ['q', 'qa'] }])).toMatchObject({ conflicts: [{ at }] })
})

test('untouched parts stay the same objects, and neither the document nor the changes are written to', () => {
  const layout: TableLayout = {
    rows: [{ id: 'ra', height: 8 }],
    columns: [{ id: 'ca', width: 20 }],
    cells: { xa: { row: 'ra', column: 'ca', rows: 1, columns: 1, text: '一' } },
  }
  const start: FormDoc = { ...placed, table: layout }
  const frozen = JSON.stringify(start)
  const added = question('新题', { code: 'd' })
  const next = applied(start, [
    { at: ['questions', 'qd'], to: added },
    { at: ['questions', 'qd', 'help'], to: '说明' },
    { at: ['table', 'cells', 'xb'], to: { row: 'ra', column: 'ca', rows: 1, columns: 1 } },
  ])
  expect(next.questions['qa']).toBe(start.questions['qa'])
  expect(next.blocks).toBe(start.blocks)
  expect(next.table?.cells['xa']).toBe(layout.cells['xa'])
  expect(next.table?.rows).toBe(layout.rows)
  expect(next.questions['qd']).toEqual({ ...added, help: '说明' })
  expect(added).not.toHaveProperty('help')
  expect(JSON.stringify(start)).toBe(frozen)
  expect('doc' in readDocument(next)).toBe(true)
})

test('a change of one question is one small change', () => {
  const after = { ...placed, questions: { ...placed.questions, qa: question('公司名称') } }
  expect(diff(placed, after)).toEqual([{ at: ['questions', 'qa', 'label'], from: '名称', to: '公司名称' }])
  expect(diff(placed, structuredClone(placed))).toEqual([])
})
