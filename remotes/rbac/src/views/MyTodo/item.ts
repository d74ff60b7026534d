import type { ResponseOf } from '@assoc/contract'
import type { selectInbox } from '@assoc/contract/platform/inbox'

export type Item = ResponseOf<typeof selectInbox>['items'][number]

/** What a thing is known by in the address and among the chosen ones. */
export const keyOf = ({ kind, recordId }: Pick<Item, 'kind' | 'recordId'>): string => `${kind} ${recordId}`
