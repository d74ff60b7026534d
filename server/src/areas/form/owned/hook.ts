import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Task } from '../fill/repository'

// An answer that is the content of another area's record may be changed as long as that record lets it. The answer is held when the owner is
// asked, and the owner holds it before it moves its record: one of them sees what the other has done.

/** Why the content of a record cannot be changed now; null when it can. */
export type OwnerSays = (db: Db, ownerId: string) => Promise<string | null>

const owners = new Map<string, OwnerSays>()

/** Says for the rounds of a kind when their answers may be changed; called once when the area's module is loaded. */
export const onOwnedTask = (kind: string, says: OwnerSays): void => void owners.set(kind, says)

type Owned = Pick<Task, 'ownerKind' | 'ownerId'>

/** Why the owner of a task lets its answer not be changed; null where it does, or where there is none. */
export async function heldByOwner(db: Db, { ownerKind, ownerId }: Owned): Promise<string | null> {
  if (ownerKind === null || ownerId === null) return null
  const says = owners.get(ownerKind)
  if (!says) throw new Error(`nobody keeps rounds of the kind ${ownerKind}`)
  return says(db, ownerId)
}

export async function requireOwnerLets(db: Db, task: Owned): Promise<void> {
  const held = await heldByOwner(db, task)
  if (held) throw refuse.inUse(held)
}
