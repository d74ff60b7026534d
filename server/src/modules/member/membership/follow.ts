import type { Deed } from '../../../platform/resource/definition'
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

type OnJoined = (deed: Deed, joined: Joined) => Promise<void>
export interface Ended {
  memberId: string
  /** 已退会 */
  how: string
}

type OnEnded = (deed: Deed, ended: Ended) => Promise<void>
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
export const whenJoined = (follow: OnJoined): void => void onJoined.push(follow)
/** Registers what follows in the transaction that ends a membership; no status leads back from there. */
export const whenEnded = (follow: OnEnded): void => void onEnded.push(follow)
/** Registers a rule that refuses to delete a member by throwing. */
export const whenDeleting = (rule: BeforeDelete): void => void beforeDelete.push(rule)
/** Registers a rule that refuses a category for a member by throwing; the category's row is locked by then. */
export const whenPlacing = (rule: BeforePlacing): void => void beforePlacing.push(rule)

export async function followJoined(deed: Deed, joined: Joined): Promise<void> {
  for (const follow of onJoined) await follow(deed, joined)
}

export async function followEnded(deed: Deed, ended: Ended): Promise<void> {
  for (const follow of onEnded) await follow(deed, ended)
}

export async function judgeDeleting(db: Db, memberId: string): Promise<void> {
  for (const rule of beforeDelete) await rule(db, memberId)
}

export async function judgePlacing(db: Db, placing: Placing): Promise<void> {
  for (const rule of beforePlacing) await rule(db, placing)
}
