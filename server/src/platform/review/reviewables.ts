import type { Principal } from '../access/principal'
import type { Db } from '../database/database'

/** A person behind a work, by what finds them in registers. */
export interface Party {
  name: string
  unit: string | null
  /** Blind indexes of the numbers, where they are known. */
  idCardPrint: string | null
  mobilePrint: string | null
  companyId: string | null
}

/** What a blind expert may see of a work: texts and files without a name. */
export interface BlindView {
  title: string
  sections: { label: string; text: string }[]
  files: { fileId: string; fileName: string }[]
}

export interface Candidate {
  objectId: string
  title: string
  companyName: string | null
}

/** How a work came out. */
export interface Outcome {
  objectId: string
  finalScore: number | null
  rankNo: number | null
  inCut: boolean | null
}

/** A kind of thing that experts review. Each area defines its own, in its module. */
export interface Reviewable {
  key: string
  label: string
  /** Kinds of batches that take it. */
  kinds: readonly string[]
  /** Objects within this person's data scope that may be put into a batch, at most `limit`, found by `keyword`. */
  candidates(db: Db, principal: Principal, keyword: string | undefined, limit: number): Promise<Candidate[]>
  /** Titles of those of the ids that this person may put into a batch; what is missing is refused. */
  titles(db: Db, principal: Principal, objectIds: readonly string[]): Promise<Map<string, string>>
  /** What a blind expert sees of it; files come without their properties. */
  blind(db: Db, objectId: string): Promise<BlindView>
  /** What an expert sees where the batch is not blind. */
  open(db: Db, objectId: string): Promise<BlindView>
  /** Persons and companies behind each object, all of them in one query. */
  parties(db: Db, objectIds: readonly string[]): Promise<Map<string, Party[]>>
  /** What a published result does to the objects, in the transaction that publishes it. */
  outcome(db: Db, results: readonly Outcome[]): Promise<void>
}

const reviewables = new Map<string, Reviewable>()

/** Makes a kind of thing reviewable; a key is taken once. */
export function defineReviewable(reviewable: Reviewable): Reviewable {
  if (reviewables.has(reviewable.key)) throw new Error(`${reviewable.key} is reviewable already`)
  reviewables.set(reviewable.key, reviewable)
  return reviewable
}

/** The kind by its key; a key of no area throws. */
export function reviewableOf(key: string): Reviewable {
  const found = reviewables.get(key)
  if (!found) throw new Error(`nothing reviewable is called ${key}`)
  return found
}

/** Kinds that a batch of this kind takes. */
export const reviewablesFor = (kind: string): Reviewable[] => [...reviewables.values()].filter(({ kinds }) => kinds.includes(kind))
