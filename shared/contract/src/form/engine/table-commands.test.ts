import fc from 'fast-check'
import { moveQuestions, removeQuestions } from './commands'
import type { Cell, FormDoc, Question, TableLayout } from './document'
import { applyPatches, inverse, type Patch } from './patch'
import { problemsOf } from './problems'
import { addLine, changeLine, fieldsOf, mergeCells, moveLines, pasteFields, removeLine, setCell, splitCell } from './table-commands'

const maker = () => {
  let n = 0
  return () => `k${(n += 1)}`
}
function done(doc: FormDoc, patches: readonly Patch[]): FormDoc & { table: TableLayout } {
  const result = applyPatches(doc, patches)
  if (!('doc' in result)) throw new Error(JSON.stringify(result))
  expect(applyPatches(result.doc, inverse(patches))).toEqual({ doc })
  return result.doc as FormDoc & { table: TableLayout }
}
const cell = (row: string, column: string, more: Partial<Cell> = {}): Cell => ({ row, column, rows: 1, columns: 1, ...more })
const question = (label: string, more: Partial<Question> = {}): Question => ({ type: 'text', code: label, label, ...more })
const start: FormDoc = {
  format: 1,
  title: '表',
  pages: [],
  blocks: {},
  questions: {
    qa: question('a'),
    qb: question('b'),
    qt: question('t', { type: 'repeat', columns: ['ca'] }),
    ca: question('c', { in: 'qt' }),
  },
  table: {
    rows: [
      { id: 'r1', height: 8 },
      { id: 'r2', height: 9 },
      { id: 'r3', height: 10, band: 'qt' },
    ],
    columns: [
      { id: 'c1', width: 20 },
      { id: 'c2', width: 30 },
      { id: 'c3', width: 30 },
    ],
    cells: {
      x1: cell('r1', 'c1', { columns: 2, text: '标题' }),
      x2: cell('r1', 'c3', { key: 'qb' }),
      x3: cell('r2', 'c1', { key: 'qa' }),
      x4: cell('r3', 'c1', { key: 'ca' }),
    },
  },
}

test('a row or column that is put into a merged cell makes it grow, one beside it does not', () => {
  const inside = done(start, addLine(start, 'column', 'c1', maker()))
  expect(inside.table.columns.map(({ id }) => id)).toEqual(['c1', 'k1', 'c2', 'c3'])
  expect(inside.table.cells['x1']?.columns).toBe(3)
  expect(done(start, addLine(start, 'column', 'c2', maker())).table.cells['x1']?.columns).toBe(2)
  expect(done(start, addLine(start, 'row', null, maker())).table.rows[0]).toEqual({ id: 'k1', height: 8 })
  expect(done(start, addLine(start, 'row', undefined, maker())).table.rows[3]).toEqual({ id: 'k1', height: 10 })
})

test('a removed column takes its cells and shortens merged ones; the question stays to be placed again', () => {
  const first = done(start, removeLine(start, 'column', 'c1'))
  expect(first.table.cells['x1']).toEqual(cell('r1', 'c2', { text: '标题' }))
  expect(first.table.cells).not.toHaveProperty('x3')
  expect(problemsOf(first).map(({ at }) => at)).toContain('qa')
  expect(done(start, removeLine(start, 'row', 'r1')).table.cells).not.toHaveProperty('x1')
  expect(removeLine(start, 'row', 'no')).toEqual([])
})

test('an area becomes one cell with all texts, grown by merged cells that it cuts', () => {
  const merge = (row: string, column: string, rows: number, columns: number) => mergeCells(start, { row, column, rows, columns }, maker())
  const result = merge('r1', 'c2', 2, 1)
  const doc = done(start, 'patches' in result ? result.patches : [])
  expect(doc.table.cells).toEqual({
    x1: cell('r1', 'c1', { rows: 2, columns: 2, text: '标题', key: 'qa' }),
    x2: start.table?.cells['x2'],
    x4: start.table?.cells['x4'],
  })
  expect(merge('r1', 'c1', 2, 3)).toEqual({ problem: '这些单元格里有不止一道题，请先移走其余的题目再合并' })
  expect(merge('r2', 'c2', 2, 1)).toEqual({ problem: '重复的行不能与其他行合并' })
  const empty = merge('r2', 'c2', 1, 2)
  expect(done(start, 'patches' in empty ? empty.patches : []).table.cells['k1']).toEqual(cell('r2', 'c2', { columns: 2 }))
})

test('a split cell keeps what it held in its first place', () => {
  expect(done(start, splitCell(start, 'x1')).table.cells['x1']).toEqual(cell('r1', 'c1', { text: '标题' }))
})

test('a cell takes text and a question; the question leaves its place, and belongs to the table of a repeated row', () => {
  expect(done(start, setCell(start, 'r2', 'c2', { text: '合计', bold: true }, maker())).table.cells['k1']).toEqual(
    cell('r2', 'c2', { text: '合计', bold: true }),
  )
  expect(done(start, setCell(start, 'r1', 'c2', { text: undefined }, maker())).table.cells['x1']).toEqual(cell('r1', 'c1', { columns: 2 }))
  const moved = done(start, setCell(start, 'r2', 'c3', { key: 'qa' }, maker()))
  expect(moved.table.cells).not.toHaveProperty('x3')
  expect(moved.table.cells['k1']).toEqual(cell('r2', 'c3', { key: 'qa' }))
  const band = done(start, moveQuestions(start, ['qa'], { row: 'r3', column: 'c2' }, maker()))
  expect(band.questions['qa']?.in).toBe('qt')
  expect(band.questions['qt']?.columns).toEqual(['ca', 'qa'])
  expect(problemsOf(band)).toEqual([])
  expect(done(band, moveQuestions(band, ['qa'], { row: 'r2', column: 'c1' }, maker())).questions).toEqual(start.questions)
  expect(done(start, removeQuestions(start, ['qt'])).table.rows[2]).toEqual({ id: 'r3', height: 10 })
  expect(setCell(start, 'r9', 'c1', { text: 'x' }, maker())).toEqual([])
})

test('rows and columns take their measures', () => {
  expect(done(start, changeLine(start, 'row', ['r1', 'r2'], { height: 12, head: true })).table.rows.slice(0, 2)).toEqual([
    { id: 'r1', height: 12, head: true },
    { id: 'r2', height: 12, head: true },
  ])
})

test('fields of a sheet are read with their marks, and typed marks are kept', () => {
  expect(fieldsOf('a\tb\r\n"一\n""二"""\t"x" y\n')).toEqual([
    ['a', 'b'],
    ['一\n"二"', '"x" y'],
  ])
  expect(fieldsOf('"open\tb')).toEqual([['"open', 'b']])
  expect(fieldsOf('')).toEqual([['']])
})

test('pasted fields fill texts, add rows and columns, and leave questions and merged cells alone', () => {
  const { patches, refused } = pasteFields(start, 'r1', 'c2', '甲\t乙\t丙\n丁\t\t戊\n\n\n己', maker())
  const doc = done(start, patches)
  // 甲 lies within the merged heading, 乙 on a question.
  expect(refused).toBe(2)
  expect([doc.table.rows.length, doc.table.columns.length]).toEqual([5, 4])
  const texts = Object.values(doc.table.cells).flatMap(({ row, column, text }) =>
    text ? [[doc.table.rows.findIndex(({ id }) => id === row), doc.table.columns.findIndex(({ id }) => id === column), text]] : [],
  )
  expect(texts).toEqual(
    expect.arrayContaining([
      [0, 3, '丙'],
      [1, 1, '丁'],
      [1, 3, '戊'],
      [4, 1, '己'],
    ]),
  )
  expect(problemsOf(doc)).toEqual(problemsOf(start))
})

test('rows and columns move with their cells; what would tear a merged cell apart is refused', () => {
  const move = (axis: 'row' | 'column', ids: string[], after: string | null) => moveLines(start, axis, ids, after)
  const rows = (doc: FormDoc) => doc.table?.rows.map(({ id }) => id)
  const moved = move('row', ['r1'], 'r2')
  expect(rows(done(start, 'patches' in moved ? moved.patches : []))).toEqual(['r2', 'r1', 'r3'])
  expect(move('column', ['c1'], 'c3')).toEqual({ problem: '这样移动会拆开跨列合并的单元格，请先拆分或连同整个合并区域一起移动' })
  expect(move('column', ['c3'], 'c1')).toHaveProperty('problem')
  const both = move('column', ['c2', 'c1'], 'c3')
  const doc = done(start, 'patches' in both ? both.patches : [])
  expect(doc.table.columns.map(({ id }) => id)).toEqual(['c3', 'c1', 'c2'])
  expect(doc.table.cells).toEqual(start.table?.cells)
  // Behind one that moves along is behind the nearest that stays.
  expect(move('row', ['r2', 'r3'], 'r2')).toEqual({ patches: [] })
  expect(move('row', ['no'], null)).toEqual({ patches: [] })
  const bands = done(start, changeLine(start, 'row', ['r2'], { band: 'qt' }))
  expect(moveLines(bands, 'row', ['r1'], 'r2')).toEqual({ problem: '不能移到重复的行中间' })
})

test('whatever is moved: the same lines and cells are there, no merged cell is torn, and the way back is exact', () => {
  const size = 7
  const line = (prefix: string) => Array.from({ length: size }, (_, i) => `${prefix}${i}`)
  const box = fc.record({ top: fc.nat(size - 1), left: fc.nat(size - 1), rows: fc.integer({ min: 1, max: 3 }), columns: fc.integer({ min: 1, max: 3 }) })
  const table = fc.array(box, { maxLength: 12 }).map((boxes): TableLayout => {
    const taken = new Set<string>()
    const cells: Record<string, Cell> = {}
    boxes.forEach(({ top, left, rows, columns }, i) => {
      const places = Array.from({ length: rows * columns }, (_, n) => [top + Math.floor(n / columns), left + (n % columns)] as const)
      if (places.some(([y, x]) => y >= size || x >= size || taken.has(`${y} ${x}`))) return
      for (const [y, x] of places) taken.add(`${y} ${x}`)
      cells[`x${i}`] = cell(`r${top}`, `c${left}`, { rows, columns, text: `${i}` })
    })
    return { rows: line('r').map((id) => ({ id, height: 8 })), columns: line('c').map((id) => ({ id, width: 20 })), cells }
  })
  fc.assert(
    fc.property(table, fc.constantFrom('row' as const, 'column' as const), fc.uniqueArray(fc.nat(size - 1), { minLength: 1, maxLength: 4 }), fc.option(fc.nat(size - 1)), (layout, axis, picked, after) => {
      const doc: FormDoc = { ...start, questions: {}, table: layout }
      const [list, prefix] = axis === 'row' ? (['rows', 'r'] as const) : (['columns', 'c'] as const)
      const made = moveLines(doc, axis, picked.map((i) => `${prefix}${i}`), after === null ? null : `${prefix}${after}`)
      if ('problem' in made) return
      const next = done(doc, made.patches)
      expect(next.table[list].map(({ id }) => id).sort()).toEqual(line(prefix).sort())
      expect(next.table.cells).toEqual(layout.cells)
      // Every merged cell covers the same lines as before, in the same order.
      const covered = ({ [list]: lines }: TableLayout, one: Cell) => lines.slice(lines.findIndex(({ id }) => id === one[axis])).slice(0, one[list]).map(({ id }) => id)
      for (const one of Object.values(layout.cells)) expect(covered(next.table, one)).toEqual(covered(layout, one))
    }),
    { numRuns: 300 },
  )
})
