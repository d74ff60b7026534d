import type { Action } from '../../../platform/resource/definition'
import type { Db } from '../../../platform/database/database'

// What other areas do when a membership begins or ends, or say before one is deleted. They register here; the membership knows none of them.

export interface Joined {
  memberId: string
  /** Null for an individual. */
  companyId: string | null
  categoryId: string
  /** `YYYY-MM-DD` */
  joinDate: string
}

type OnJoined = (action: Action, joined: Joined) => Promise<void>
export interface Ended {
  memberId: string
  /** 已退会 */
  how: string
}

type OnEnded = (action: Action, ended: Ended) => Promise<void>
type BeforeDelete = (db: Db, memberId: string) => Promise<void>
export interface Placing {
  categoryId: string
  /** A person, and no company. */
  individual: boolean
  /** Where a refusal is told. */
  field: string
}

type BeforePlacing = (db: Db, placing: Placing) => Promise<void>

const onJoined: OnJoined[] = []
const onEnded: OnEnded[] = []
const beforeDelete: BeforeDelete[] = []
const beforePlacing: BeforePlacing[] = []

/** Registers what follows in the transaction that makes a member, such as its first bill. */
export const onMemberJoined = (follow: OnJoined): void => void onJoined.push(follow)
/** Registers what follows in the transaction that ends a membership; no status leads back from there. */
export const onMembershipEnded = (follow: OnEnded): void => void onEnded.push(follow)
/** Registers a rule that refuses to delete a member by throwing. */
export const beforeDeletingMember = (rule: BeforeDelete): void => void beforeDelete.push(rule)
/** Registers a rule that refuses a category for a member by throwing; the category's row is locked by then. */
export const beforePlacingMember = (rule: BeforePlacing): void => void beforePlacing.push(rule)

export async function emitMemberJoined(action: Action, joined: Joined): Promise<void> {
  for (const follow of onJoined) await follow(action, joined)
}

export async function emitMembershipEnded(action: Action, ended: Ended): Promise<void> {
  for (const follow of onEnded) await follow(action, ended)
}

export async function validateDeleting(db: Db, memberId: string): Promise<void> {
  for (const rule of beforeDelete) await rule(db, memberId)
}

export async function validatePlacing(db: Db, placing: Placing): Promise<void> {
  for (const rule of beforePlacing) await rule(db, placing)
}
