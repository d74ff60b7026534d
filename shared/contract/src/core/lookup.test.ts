import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls, allResources } from '../all'
import { itemOf, lookupOf, metaOf, shapeOf, typeOf } from './fields'
import { callsOf, type AnyResource } from './resource'
import type { Lookup } from './lookup'

const fieldsOf = (shape: Record<string, unknown> | undefined) => Object.entries((shape ?? {}) as Record<string, never>)
const refOf = (schema: never): string | undefined => metaOf(schema).ref ?? metaOf(itemOf(schema) ?? schema).ref
const calls = new Map([...allCalls, ...allResources.flatMap(callsOf)].map((c) => [c.path, c]))

const lookups = new Map<Lookup, string>()
for (const call of calls.values()) for (const [name, schema] of fieldsOf(shapeOf(call.request))) {
  const lookup = lookupOf(schema)
  if (lookup) lookups.set(lookup, `${name} of ${call.path}`)
}
const named = [...lookups].map(([lookup, where]): [string, Lookup] => [where, lookup])

const written = (r: AnyResource) => (r.insert || r.update ? fieldsOf(r.definition.fields) : [])
test('each reference of a form has a lookup, of the entity that it refers to', () => {
  const refs = allResources.flatMap((r) => written(r).filter(([, schema]) => refOf(schema)).map(([name, schema]) => ({ at: `${r.definition.name}.${name}`, to: refOf(schema), by: lookupOf(schema)?.entity })))
  expect(refs.length).toBeGreaterThan(30)
  expect(refs.filter(({ to, by }) => to !== by)).toEqual([])
})

test.each(named)('the lookup of %s chooses from a list of the contract, by fields of its rows', async (_where, lookup) => {
  const list = await lookup.list()
  expect(calls.get(list.path)).toBe(list)
  expect(list.write).not.toBe(true)
  const items = shapeOf(list.response)?.['items'] ?? list.response
  expect(typeOf(items)).toBe('array')
  const row = shapeOf(itemOf(items) ?? items) ?? {}
  for (const field of [lookup.id, ...lookup.label, ...(lookup.named ?? []), ...(lookup.tree ? [lookup.tree] : [])]) expect(Object.keys(row)).toContain(field)
  // What is typed, what is always sent and what follows the form are filters of the list.
  const filters = Object.keys(shapeOf(list.request) ?? {})
  for (const filter of [...Object.keys(lookup.filter ?? {}), ...Object.keys(lookup.of ?? {}), ...(lookup.few ? [] : [lookup.keyword ?? 'keyword'])]) expect(filters).toContain(filter)
  const asked = { ...lookup.filter, ...Object.fromEntries(Object.keys(lookup.of ?? {}).map((filter) => [filter, OF[filter] ?? '1'])), ...(lookup.few ? {} : { [lookup.keyword ?? 'keyword']: '甲' }) }
  expect(list.request.safeParse(asked).success).toBe(true)
})
/** Values of filters that are no ids. */
const OF: Record<string, string> = { channel: 'mail', targetType: 'company' }

test.each(named.filter(([, { read }]) => read))('the lookup of %s reads one by its id, with the same fields', async (_where, lookup) => {
  const read = await lookup.read?.()
  if (!read) throw new Error('no read')
  expect(calls.get(read.path)).toBe(read)
  expect(Object.keys(shapeOf(read.request) ?? {})).toContain(lookup.id)
  const row = shapeOf(read.response) ?? {}
  expect(lookup.label.filter((field) => field in row)).not.toEqual([])
})

test('a view that shows a record is there', () => {
  const missing = named.filter(([, { view }]) => view && !existsSync(join(__dirname, '../../../../remotes', view.replace('/', '/src/views/'), 'view.ts')))
  expect(missing.map(([, { view }]) => view)).toEqual([])
})

test('what a row carries of a reference stands in the row; a filter follows no other field', () => {
  for (const r of allResources) {
    const row = Object.keys(shapeOf(r.row) ?? {})
    for (const [, schema] of fieldsOf(r.definition.fields)) for (const field of metaOf(schema).carried ?? []) expect(row).toContain(field)
    for (const [, schema] of fieldsOf(r.definition.filters)) expect(lookupOf(schema)?.of).toBeUndefined()
  }
})
