import type { Place } from '@assoc/contract/form/engine/commands'
import { placesOf, type FormDoc } from '@assoc/contract/form/engine/document'

/** Where something is let go: before or behind something of the form, or at the end of a section. */
export interface Drop {
  id: string
  before: boolean
  end?: boolean
}

/** What stands before something in its list; null at the front. */
const previous = (list: readonly string[] | undefined, id: string): string | null => list?.[list.indexOf(id) - 1] ?? null

/** The place of a question that is let go there; into a page it goes to the front of its first section. */
export function placeOfDrop(doc: FormDoc, { id, before, end }: Drop): Place | undefined {
  const block = doc.blocks[id]
  if (block?.kind === 'section') return end ? { section: id } : { section: id, after: null }
  if (block) return block.items[0] === undefined ? undefined : { section: block.items[0], after: null }
  const table = doc.questions[id]?.in
  if (table !== undefined) return { table, after: before ? previous(doc.questions[table]?.columns, id) : id }
  const section = placesOf(doc).get(id)?.section
  return section === undefined ? undefined : { section, after: before ? previous(doc.blocks[section]?.items, id) : id }
}

/** The place of a page or section that is let go there. */
export function blockPlaceOfDrop(doc: FormDoc, moved: string, { id, before, end }: Drop): { page?: string; after?: string | null } {
  if (doc.blocks[moved]?.kind === 'page') return { after: before ? previous(doc.pages, id) : id }
  const target = doc.blocks[id]
  if (target?.kind === 'page') return { page: id, after: null }
  const page = doc.pages.find((one) => doc.blocks[one]?.items.includes(id))
  return { ...(page === undefined ? {} : { page }), after: before && !end ? previous(page === undefined ? undefined : doc.blocks[page]?.items, id) : id }
}
