import { metaOf, shapeOf, viewLink, type ViewName } from '@assoc/contract'
import { RELATED_ROWS, type selectRecordRelated, type selectRelatedRows } from '@assoc/contract/platform/record'
import { viewsOnMenu } from '../../../platform/access/holders'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { ReadableRecord } from '../../../platform/record/parts'
import { findReadable, mayRead, requireReadable } from '../../../platform/record/readable'
import { maskedRow, type ResourceRuntime } from '../../../platform/resource/definition'
import { resourceRuntimes } from '../../../platform/resource/mount'
import { countOf, rowsOf } from '../../../platform/resource/rows.repository'
import { isNumber, statusOf, wordOf } from './words'

/** A list whose contract has a filter that names a record of this kind. */
interface RelatedList {
  key: string
  title: string
  runtime: ResourceRuntime
  filter: string
}

/** Lists of the contract that refer to records of a kind, by their filters. */
export function listsOf(recordType: string): RelatedList[] {
  return resourceRuntimes().flatMap((runtime) => {
    const { name, label, filters = {} } = runtime.contract.definition
    const naming = Object.entries(filters).filter(([, schema]) => metaOf(schema).ref === recordType)
    return naming
      // A list that is never asked without something else cannot be asked by this alone.
      .filter(([own]) => Object.entries(filters).every(([other, schema]) => other === own || schema.safeParse(undefined).success))
      .map(([filter, schema]) => ({ key: `${name}.${filter}`, title: naming.length > 1 ? `${label}（${metaOf(schema).label ?? filter}）` : label, runtime, filter }))
  })
}

const linkTo = (views: ReadonlySet<ViewName>, view: ViewName | undefined, query: Record<string, string>): string | null => (view && views.has(view) ? viewLink(view, query) : null)

/** What a record refers to, and how many refer to it; each within the permits and the data scope of who asks. */
export async function selectRelated({ db, principal, input }: Context<typeof selectRecordRelated>) {
  const record = await requireReadable(db, principal, input)
  const lists: { key: string; title: string; total: number }[] = []
  for (const { key, title, runtime, filter } of listsOf(input.recordType)) {
    if (!mayRead(runtime, principal)) continue
    lists.push({ key, title, total: await countOf(db, runtime, principal, { filters: { [filter]: record.id } }) })
  }
  return { up: await upOf(db, principal, record), lists }
}

/** Records that this one names in its fields. */
async function upOf(db: Db, principal: Principal, { runtime, row }: ReadableRecord) {
  const shape = { ...runtime.contract.definition.filters, ...shapeOf(runtime.contract.row) }
  const refs = [...new Set([...Object.keys(runtime.contract.definition.filters ?? {}), ...Object.keys(shape)])].flatMap((field) => {
    const entity = [runtime.contract.definition.filters?.[field], shape[field]].flatMap((schema) => (schema ? (metaOf(schema).ref ?? []) : []))[0]
    const id = row[field]
    return entity && entity !== runtime.entity.name && typeof id === 'string' && /^\d{1,18}$/.test(id) ? [{ field, entity, id }] : []
  })
  const found = await Promise.all(refs.map(async (ref) => ({ ...ref, record: await findReadable(db, principal, ref.entity, ref.id) })))
  const views = found.flatMap(({ record }) => record?.runtime.contract.definition.view ?? [])
  const open = await viewsOnMenu(db, principal.roleIds, views)
  return found.flatMap(({ field, record, id }) => {
    if (!record) return []
    const { label, view } = record.runtime.contract.definition
    const own = runtime.contract.definition.fields[field]
    return [{ label: (own && metaOf(own).label) ?? label, name: record.runtime.nameOf(record.row), link: linkTo(open, view, { record: id }) }]
  })
}

/** The first rows of a related list, formatted, with the way to each and to all. */
export async function selectRows({ db, principal, input }: Context<typeof selectRelatedRows>) {
  const record = await requireReadable(db, principal, input)
  const list = listsOf(input.recordType).find(({ key }) => key === input.key)
  if (!list || !mayRead(list.runtime, principal)) throw refuse.notFound()
  const { runtime, filter } = list
  const { contract } = runtime
  const query = { filters: { [filter]: record.id } }
  const [total, rows] = [await countOf(db, runtime, principal, query), await rowsOf(db, runtime, principal, query, RELATED_ROWS, 0)]
  const { view } = contract.definition
  const open = await viewsOnMenu(db, principal.roleIds, view ? [view] : [])
  const facts = contract.definition.facts ?? []
  const labels = shapeOf(contract.row) ?? {}
  return {
    columns: facts.map((field) => ({ title: (labels[field] && metaOf(labels[field]).label) ?? field, align: isNumber(contract, field) ? ('right' as const) : ('left' as const) })),
    rows: rows.map((row) => {
      const shown = maskedRow(runtime, row)
      const id = String(row[runtime.idField])
      return { key: id, name: runtime.nameOf(shown), link: linkTo(open, view, { record: id }), status: statusOf(runtime, row), cells: facts.map((field) => wordOf(contract, field, shown[field])) }
    }),
    total,
    link: linkTo(open, view, { [filter]: record.id }),
  }
}
