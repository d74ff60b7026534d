import { type AnyResource, type PermitCode, type ViewName, type ViewQuery } from '@assoc/contract'
import { has, type Principal } from '../access/principal'
import type { ResourceRuntime } from '../resource/definition'
import type { RowQuery } from '../resource/rows.repository'

/** Rows of a resource in a status that wait for whoever holds a permit, as one kind of things in the inbox. */
export interface InboxKind {
  /** `<resource>.<status>`. */
  key: string
  /** 待审核会议报名 */
  label: string
  runtime: ResourceRuntime
  status: string
  permit: PermitCode
  view: ViewName
  query: ViewQuery
  /** What waits for this person: rows that they have written themselves are left out where another person decides. */
  asked: RowQuery
}

const kinds: InboxKind[] = []

export const defineInboxKind = (kind: InboxKind): void => void kinds.push(kind)

/** All kinds of things that the inbox knows. */
export const inboxKinds = (): readonly InboxKind[] => kinds

/** Kinds whose records a person may read and move on. */
export const inboxKindsOf = (principal: Principal): InboxKind[] =>
  kinds.filter(({ permit, runtime }) => {
    const { read } = (runtime.contract as AnyResource).definition.access
    return has(principal, permit) && (read.kind !== 'permit' || has(principal, read.code))
  })

/** Names of all resources that have things in the inbox. */
export const inboxEntities = (): string[] => [...new Set(kinds.map(({ runtime }) => runtime.entity.name))]
