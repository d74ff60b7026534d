import type { AnyResource, PermitCode, RowOf } from '@assoc/contract'
import { viewLink } from '@assoc/contract'
import { has, type Principal } from '../access/principal'
import type { Db } from '../database/database'
import { viewOf, type ResourceRuntime } from '../resource/definition'
import { rowsOf } from '../resource/rows.repository'

/** A record that the palette offers. */
export interface PaletteHit {
  /** What kind of record: 会员, 账单. */
  group: string
  label: string
  hint: string
  link: string
}

/** Records of one kind that are shown at most. */
const HITS_OF_A_KIND = 6

type Finder = (db: Db, principal: Principal, keyword: string) => Promise<PaletteHit[]>
const finders: { order: number; find: Finder }[] = []

/** How a record of a resource stands in the palette. */
export interface PaletteEntry<R extends AnyResource> {
  group: string
  /** Place among the kinds; a smaller number stands first. */
  order: number
  label: keyof RowOf<R> & string
  /** Fields that tell it from others, as they are shown. Personal ones are none of them. */
  hint: readonly (keyof RowOf<R> & string)[]
}

/** Lets the palette find a resource's records by the keyword of its list, for whoever may read the list and within their data scope. */
export function findable<R extends AnyResource>(typed: ResourceRuntime<R>, { group, order, label, hint }: PaletteEntry<R>): void {
  // The fields are checked by the compiler against the contract; from here on it is a resource like any other.
  const m = typed as unknown as ResourceRuntime
  const { access, id } = m.contract.definition
  const find: Finder = async (db, principal, keyword) => {
    if (access.read.kind !== 'permit' || !has(principal, access.read.code)) return []
    const rows = await rowsOf(db, m, principal, { filters: { keyword } }, HITS_OF_A_KIND, 0, [id, label, ...hint])
    return rows.map((row) => ({
      group,
      label: String(row[label] ?? ''),
      hint: hint.map((field) => row[field]).filter((value) => value !== null && value !== undefined && value !== '' && value !== row[label]).join(' · '),
      link: viewLink(viewOf(m, undefined), { record: String(row[id]) }),
    }))
  }
  finders.push({ order, find })
}

/** The same for a list that is no resource: who may read it, and its records for a keyword, within the person's data scope and at most `limit`. */
export function findableBy(order: number, permit: PermitCode, find: (db: Db, principal: Principal, keyword: string, limit: number) => Promise<PaletteHit[]>): void {
  finders.push({ order, find: async (db, principal, keyword) => (has(principal, permit) ? find(db, principal, keyword, HITS_OF_A_KIND) : []) })
}

/** All records that a keyword finds for a person, kind by kind. */
export async function recordsFound(db: Db, principal: Principal, keyword: string): Promise<PaletteHit[]> {
  const found = await Promise.all([...finders].sort((a, b) => a.order - b.order).map(({ find }) => find(db, principal, keyword)))
  return found.flat()
}
