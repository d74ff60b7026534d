import type { FormDoc, Question } from '@assoc/contract/form/engine/document'
import { mayDrop } from './drag'
import { blockPlaceOfDrop, placeOfDrop } from './drops'
import { DesignerStore } from './store'

const question = (type: Question['type'], more: Partial<Question> = {}): Question => ({ type, code: 'c', label: type, ...more })
const DOC: FormDoc = {
  format: 1,
  title: '表',
  pages: ['p1', 'p2'],
  blocks: {
    p1: { kind: 'page', title: '', items: ['s1', 's2'] },
    p2: { kind: 'page', title: '', items: [] },
    s1: { kind: 'section', title: '', items: ['qa', 'qb', 'qt'] },
    s2: { kind: 'section', title: '', items: [] },
  },
  questions: { qa: question('text'), qb: question('matrix'), qt: question('repeat', { columns: ['c1', 'c2'] }), c1: question('text', { in: 'qt' }), c2: question('text', { in: 'qt' }) },
}
const at = (id: string, before = false, end = false) => ({ id, before, end })

test('what is let go stands before or behind, in front of a section or at its end, and as a column beside a column', () => {
  expect(placeOfDrop(DOC, at('qb', true))).toEqual({ section: 's1', after: 'qa' })
  expect(placeOfDrop(DOC, at('qa', true))).toEqual({ section: 's1', after: null })
  expect(placeOfDrop(DOC, at('qb'))).toEqual({ section: 's1', after: 'qb' })
  expect(placeOfDrop(DOC, at('s2'))).toEqual({ section: 's2', after: null })
  expect(placeOfDrop(DOC, at('s1', true, true))).toEqual({ section: 's1' })
  expect(placeOfDrop(DOC, at('p1'))).toEqual({ section: 's1', after: null })
  expect(placeOfDrop(DOC, at('p2'))).toBeUndefined()
  expect(placeOfDrop(DOC, at('c2', true))).toEqual({ table: 'qt', after: 'c1' })
  expect(blockPlaceOfDrop(DOC, 's1', at('s2'))).toEqual({ page: 'p1', after: 's2' })
  expect(blockPlaceOfDrop(DOC, 's1', at('p2'))).toEqual({ page: 'p2', after: null })
  expect(blockPlaceOfDrop(DOC, 'p2', at('p1', true))).toEqual({ after: null })
})

test('a table and what may be no column do not become columns, a page stands among pages', () => {
  const store = new DesignerStore(DOC, { id: 'd' })
  const may = (ids: string[], id: string) => mayDrop(store, { designer: 'd', ids }, { id })
  expect([may(['qa'], 'c1'), may(['qb'], 'c1'), may(['qt'], 'c1'), may(['c1'], 'qa'), may(['qa'], 'qa')]).toEqual([true, false, false, true, false])
  expect([may(['p1'], 'p2'), may(['p1'], 's1'), may(['s1'], 'p2'), may(['s1'], 'qa')]).toEqual([true, false, true, false])
  expect([mayDrop(store, { designer: 'd', type: 'file' }, { id: 'c1' }), mayDrop(store, { designer: 'd', type: 'date' }, { id: 'c1' })]).toEqual([false, true])
  store.end()
})
