import type { Answers } from './answers'
import { differences, placeLabel } from './difference'
import { emptyDoc, type FormDoc } from './document'
import { openedBy } from './opened'

const doc: FormDoc = {
  ...emptyDoc('表', { page: 'p1', section: 's1' }),
  blocks: { p1: { kind: 'page', title: '', items: ['s1', 's2'] }, s1: { kind: 'section', title: '', items: ['qa', 'qb', 'qc', 'far', 'tt', 'sum'] }, s2: { kind: 'section', title: '', items: ['qd'], visibleIf: ['eq', ['q', 'qb'], 'x'] } },
  questions: {
    qa: { type: 'text', code: 'qa', label: '甲' },
    qb: { type: 'text', code: 'qb', label: '乙', visibleIf: ['eq', ['q', 'qa'], 'x'] },
    qc: { type: 'number', code: 'qc', label: '丙', checks: [{ id: 'k1', holds: ['eq', ['q', 'qa'], 'x'], message: '不符' }] },
    qd: { type: 'text', code: 'qd', label: '丁' },
    far: { type: 'text', code: 'far', label: '远' },
    tt: { type: 'repeat', code: 'tt', label: '表格', columns: ['cx', 'cy'] },
    cx: { type: 'number', code: 'x', label: '数', in: 'tt' },
    cy: { type: 'text', code: 'cy', label: '注', in: 'tt', visibleIf: ['gt', ['q', 'cx'], ['n', '1']] },
    sum: { type: 'number', code: 'sum', label: '合计', requiredIf: ['gt', ['sum', ['column', 'cx']], ['n', '0']] },
  },
}

test('a question that was sent back opens what is shown, required or checked by it, and nothing else', () => {
  const isOpen = openedBy(doc, ['qa'])
  expect(['qa', 'qa.other', 'qb', 'qc', 'qd'].map(isOpen)).toEqual([true, true, true, true, true])
  expect(['far', 'tt', 'tt/r1', 'tt/r1/cx', 'sum', 'qa/qb/qc/qd'].map(isOpen)).toEqual([false, false, false, false, false, false])
})

test('a cell opens what depends on it in its own row, and what reads the whole column; a row opens itself', () => {
  const cell = openedBy(doc, ['tt/r1/cx'])
  expect(['tt/r1/cx', 'tt/r1/cy', 'sum'].map(cell)).toEqual([true, true, true])
  expect(['tt/r2/cx', 'tt/r2/cy', 'tt/r1', 'tt'].map(cell)).toEqual([false, false, false, false])
  const row = openedBy(doc, ['tt/r1'])
  expect(['tt/r1', 'tt/r1/cx', 'tt/r1/cy', 'sum'].map(row)).toEqual([true, true, true, true])
  expect(['tt/r2', 'tt/r2/cx'].map(row)).toEqual([false, false])
  expect(['tt/r9', 'tt/r2/cy', 'tt'].map(openedBy(doc, ['tt']))).toEqual([true, true, true])
})

test('rows are compared by their ids wherever they stand, and nothing is not told from an empty answer', () => {
  const before: Answers = { qa: 'x', far: '', tt: [{ id: 'r1', cells: { cx: '1' } }, { id: 'r2', cells: { cx: '2' } }] }
  const after: Answers = { qa: 'x', tt: [{ id: 'r2', cells: { cx: '3' } }, { id: 'r3', cells: { cy: '新' } }] }
  expect(differences(doc, before, after)).toEqual([
    { path: 'tt/r2/cx', before: '2', after: '3' },
    { path: 'tt/r3', after: 'r3' },
    { path: 'tt/r3/cy', after: '新' },
    { path: 'tt/r1', before: 'r1' },
    { path: 'tt/r1/cx', before: '1' },
  ])
  expect(placeLabel(doc, 'tt/r2/cx', after, before)).toBe('表格 / 第 1 行 / 数')
})
