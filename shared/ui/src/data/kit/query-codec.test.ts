import { readQuery, writeQuery, type ListQuery } from './query-codec'

const FILTERS = ['keyword', 'board']
const SORTABLE = ['code', 'updateTime']
const DEFAULTS: ListQuery = { page: 1, pageSize: 20, sort: { field: 'code', order: 'asc' }, filters: { board: 'star' } }

const read = (search: string) => readQuery(search, FILTERS, SORTABLE, DEFAULTS)
const write = (query: Partial<ListQuery>, search = '') => writeQuery(search, FILTERS, { ...DEFAULTS, ...query }, DEFAULTS)

test.each<Partial<ListQuery>>([
  { page: 3, filters: { keyword: '万科' } },
  { pageSize: 100, sort: { field: 'updateTime', order: 'desc' }, filters: { keyword: 'a&b=c #?%+ 中', board: 'star' } },
  { sort: { field: 'code', order: 'desc' }, filters: { board: 'chiNext' } },
  { filters: { board: 'star' } },
])('%j comes back from the address as it was', (part) => {
  const query = { ...DEFAULTS, ...part }
  expect(read(write(query))).toEqual(query)
})

test('an address without a query means the defaults, also their filters', () => {
  expect(read('')).toEqual(DEFAULTS)
  expect(read('?tab=2')).toEqual(DEFAULTS)
})

test('filters that the person has cleared stay cleared after a reload', () => {
  for (const part of [{ filters: {} }, { filters: {}, page: 2 }]) expect(read(write(part)).filters).toEqual({})
})

test('names of others are kept, in reading and writing', () => {
  const params = new URLSearchParams(write({ page: 2, filters: { keyword: 'x' } }, '?tab=audit&keyword=old&page=9&pc=1'))
  expect(['tab', 'pc', 'keyword', 'page'].map((name) => params.getAll(name))).toEqual([['audit'], ['1'], ['x'], ['2']])
  expect(read('?tab=audit&secret=1&keyword=x').filters).toEqual({ keyword: 'x' })
})

test('what equals the default does not lengthen the address', () => {
  expect(write({ filters: {} })).not.toMatch(/page|size|sort/)
  expect(write({ filters: { keyword: '' } })).not.toContain('keyword')
})

test.each([
  '?page=0', '?page=-1', '?page=1.5', '?page=x', '?page=', '?page=1e9', '?page=NaN', '?size=0', '?size=201', '?size=abc', '?sort=password.asc', '?sort=code', '?sort=code.up', '?sort=.asc',
  '?sort=constructor.asc', '?sort=', '?page=Infinity',
])('nonsense %s falls back', (search) => {
  const { page, pageSize, sort } = read(search)
  expect({ page, pageSize, sort }).toEqual({ page: 1, pageSize: 20, sort: { field: 'code', order: 'asc' } })
})

test('an empty filter is none', () => {
  expect(read('?keyword=&board=star').filters).toEqual({ board: 'star' })
})
