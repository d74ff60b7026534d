import { choice, choiceField, date, flag, int, optionalText, ref, resource, signedIn, text, withMeta } from '@assoc/contract'
import { z } from 'zod'
import { deriveFields, deriveSearch, detailFields } from './derive'

const kind = choice('类型', { a: '甲类', b: '乙类' })
const sample = resource({
  name: 'sample',
  label: '样例',
  base: '/sample',
  id: 'sampleId',
  fields: { name: text('名称', 50), count: int('数量', 0, 9), kind: choiceField(kind), active: flag('启用'), day: date('日期'), note: optionalText('备注', 500), kinds: z.array(choiceField(kind)), marks: withMeta(z.array(choiceField(kind)), { label: '标记', options: kind.labels }), deptId: ref('部门', 'dept').nullish() },
  more: { deptName: text('部门名称', 20) },
  filters: { keyword: optionalText('关键字', 30), kind: choiceField(kind).optional(), dayFrom: date('起').optional(), dayTo: date('止').optional(), deptId: ref('部门', 'dept').optional() },
  sortable: ['name'],
  access: { read: signedIn },
})

test('each field of the contract gets its control; what it cannot draw must be given', () => {
  const kinds = deriveFields(sample, { deptId: { kind: 'tree', options: [] } }).map((f) => [f.name, f.kind])
  expect(kinds).toEqual([['name', 'text'], ['count', 'number'], ['kind', 'select'], ['active', 'switch'], ['day', 'date'], ['note', 'longText'], ['kinds', 'checks'], ['marks', 'checks'], ['deptId', 'tree']])
  expect(() => deriveFields(sample)).toThrow('deptId')
  expect(deriveFields(sample, {}, ['deptId'])).toHaveLength(8)
})

test('filters become a search form: ranges of dates in one, references left out', () => {
  expect(deriveSearch(sample, '名称')).toEqual([
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '名称' },
    { kind: 'select', name: 'kind', label: '类型', options: kind.options },
    { kind: 'dates', name: 'dayFrom', to: 'dayTo', label: '日期' },
  ])
})

test('a detail shows what has a label, never ids', () => {
  expect(detailFields(sample)).toEqual(['name', 'count', 'kind', 'active', 'day', 'note', 'marks', 'deptName'])
})
