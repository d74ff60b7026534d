import fc from 'fast-check'
import { emptyDoc, type FormDoc } from './document'
import { emptyHistory, recorded, redone, settled, STEPS, undone, type History, type Step } from './history'
import { applyPatches } from './patch'

const doc: FormDoc = { ...emptyDoc('调查', { page: 'p1', section: 's1' }), questions: { qa: { type: 'text', code: 'a', label: '一' } } }
const typed = (from: string, to: string, merge?: string): Step => ({
  title: '修改题目',
  patches: [{ at: ['questions', 'qa', 'label'], from, to }],
  ...(merge === undefined ? {} : { merge }),
})
const apply = (on: FormDoc, patches: Step['patches']): FormDoc => {
  const result = applyPatches(on, patches)
  if (!('doc' in result)) throw new Error(JSON.stringify(result))
  return result.doc
}

test('typing in one field while it has the focus is one step', () => {
  let history = recorded(emptyHistory, typed('一', '一a', 'label 1'))
  history = recorded(history, typed('一a', '一ab', 'label 1'))
  expect(undone(history)?.patches).toEqual([{ at: ['questions', 'qa', 'label'], from: '一ab', to: '一' }])
  expect(recorded(history, typed('一ab', '一abc', 'label 2')).undo).toHaveLength(2)
  expect(recorded(settled(history), typed('一ab', '一abc', 'label 1')).undo).toHaveLength(2)
  expect(recorded(history, typed('一ab', '一abc')).undo).toHaveLength(2)
  const first: Step = { title: '填写说明', merge: 'help', patches: [{ at: ['questions', 'qa', 'help'], to: '全' }] }
  const second: Step = { ...first, patches: [{ at: ['questions', 'qa', 'help'], from: '全', to: '全称' }] }
  expect(recorded(recorded(emptyHistory, first), second).undo[0]?.patches).toEqual([{ at: ['questions', 'qa', 'help'], to: '全称' }])
})

test('steps of the same tag at other places stay apart', () => {
  const other: Step = { title: '修改标题', merge: 'x', patches: [{ at: ['title'], from: '调查', to: '问卷' }] }
  expect(recorded(recorded(emptyHistory, typed('一', '二', 'x')), other).undo).toHaveLength(2)
})

test('two hundred steps are kept; a new one ends what could be done again', () => {
  let history: History = emptyHistory
  for (let i = 0; i <= STEPS; i += 1) history = recorded(history, typed(String(i), String(i + 1)))
  expect(history.undo).toHaveLength(200)
  expect(history.undo[0]?.patches[0]?.from).toBe('1')
  const back = undone(history)?.history ?? emptyHistory
  expect(redone(back)?.patches).toEqual(history.undo.at(-1)?.patches)
  expect(recorded(back, typed('x', 'y')).redo).toEqual([])
  expect([undone(emptyHistory), redone(emptyHistory)]).toEqual([null, null])
  expect(recorded(emptyHistory, { title: '无', patches: [] }).undo).toEqual([])
})

test('a step that was done again is not joined by typing on', () => {
  const back = undone(recorded(emptyHistory, typed('一', '二', 'x')))
  const again = redone(back?.history ?? emptyHistory)
  expect(recorded(again?.history ?? emptyHistory, typed('二', '三', 'x')).undo).toHaveLength(2)
})

test('whatever was typed, all steps taken back give the first document and done again the last', () => {
  const edits = fc.array(
    fc.record({
      to: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('甲', '乙', 'a') }),
      at: fc.constantFrom('label', 'help'),
      merge: fc.constantFrom('m1', 'm2', undefined),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(edits, (list) => {
      let now = doc
      let history: History = emptyHistory
      for (const { to, at, merge } of list) {
        const from = now.questions['qa']?.[at as 'label' | 'help']
        const patches = [{ at: ['questions', 'qa', at], ...(from === undefined ? {} : { from }), to }]
        now = apply(now, patches)
        history = recorded(history, { title: '修改', patches, ...(merge === undefined ? {} : { merge }) })
      }
      const last = now
      for (let step = undone(history); step; step = undone(history)) [now, history] = [apply(now, step.patches), step.history]
      expect(now).toEqual(doc)
      for (let step = redone(history); step; step = redone(history)) [now, history] = [apply(now, step.patches), step.history]
      expect(now).toEqual(last)
    }),
    { numRuns: 100 },
  )
})
