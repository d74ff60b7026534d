import type { AnyResource } from '@assoc/contract'
import { deriveSearch, type SearchField } from '@assoc/ui'

/** The search form of the contract; what a keyword is looked for in stands in its field instead of a long label. */
export const searchOf = (resource: AnyResource, hint: string): SearchField[] => deriveSearch(resource, hint).map((field) => (field.name === 'keyword' ? { ...field, label: '关键字' } : field))
