import { choice, choiceField, instant, text } from '@assoc/contract'
import { z } from 'zod'
import { asTable } from './copy-table'

const kind = choice('类型', { a: '甲类' })
const schema = z.object({ name: text('名称', 50), kind: choiceField(kind), time: instant('时间') })

test('titles and texts as they are read, a tab between cells, a line a row', () => {
  const rows = [{ name: '甲\t公司\n一', kind: 'a', time: '2026-01-31T01:00:00Z' }]
  expect(asTable(schema, [{ field: 'name' }, { field: 'kind' }], rows)).toBe('名称\t类型\n甲 公司 一\t甲类')
})

test('what begins like a formula stays a text; a number stays a number', () => {
  const rows = ['=1+1', '+cmd', '@x', '-5', '-x'].map((name) => ({ name, kind: 'a', time: '' }))
  expect(asTable(schema, [{ field: 'name' }], rows).split('\n').slice(1)).toEqual(["'=1+1", "'+cmd", "'@x", '-5', "'-x"])
})
