import type { Lookup } from '@assoc/contract'

/** A record as it is offered or chosen. */
export interface RemoteOption {
  value: string
  label: string
}

// What records are called that were met on this page: for where two versions of a form are compared.
const seen = new Map<string, string>()

export const noteLabel = ({ entity }: Lookup, { value, label }: RemoteOption): void => void seen.set(`${entity} ${value}`, label)
/** What a record is called that has been met; undefined for one that has not. */
export const labelSeen = ({ entity }: Lookup, id: unknown): string | undefined => seen.get(`${entity} ${String(id)}`)
