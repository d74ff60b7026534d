import type { Deed } from '../../../platform/resource/definition'
import type { Db } from '../../../platform/database/database'

// What other areas do when a membership begins, or say before one is deleted. They register here; the membership knows none of them.

export interface Joined {
  memberId: string
  companyId: string
  categoryId: string
  /** `YYYY-MM-DD` */
  joinDate: string
}

type OnJoined = (deed: Deed, joined: Joined) => Promise<void>
type BeforeDelete = (db: Db, memberId: string) => Promise<void>

const onJoined: OnJoined[] = []
const beforeDelete: BeforeDelete[] = []

/** Registers what follows in the transaction that makes a member, such as its first bill. */
export const whenJoined = (follow: OnJoined): void => void onJoined.push(follow)
/** Registers a rule that refuses to delete a member by throwing. */
export const whenDeleting = (rule: BeforeDelete): void => void beforeDelete.push(rule)

export async function followJoined(deed: Deed, joined: Joined): Promise<void> {
  for (const follow of onJoined) await follow(deed, joined)
}

export async function judgeDeleting(db: Db, memberId: string): Promise<void> {
  for (const rule of beforeDelete) await rule(db, memberId)
}
