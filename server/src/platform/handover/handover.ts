import { type ConsoleLink } from '@assoc/contract'
import type { Db } from '../database/database'

/** Somebody who leaves, or who takes over. */
export interface HandoverPerson {
  employeeId: string
  userId: string
}

/** What a person looks after: how many, and the first few by name. */
export interface Kept {
  count: number
  names: string[]
}

/** A row that the successor cannot take over, because somebody else has to stand on its other side. */
export interface Blocked {
  name: string
  /** 接任人已初审过此项 */
  reason: string
  /** Where it can be settled first. */
  link: ConsoleLink
}

/** Notes in the log that a record went to the successor. */
export type NoteGiven = (recordType: string, recordId: string) => void

/** A kind of thing that goes to the successor of somebody who leaves. Each area defines its own. */
export interface Handover {
  key: string
  /** 负责的部门 */
  label: string
  /** Order in the form. */
  order: number
  /** Tables whose rows it hands over; a test holds them against all tables that have a status and a person. */
  tables: readonly string[]
  /** The list that shows them. */
  link: ConsoleLink
  kept(db: Db, person: HandoverPerson): Promise<Kept>
  /** What this successor cannot take over: the leaving stops with it. */
  blocked?(db: Db, person: HandoverPerson, successor: HandoverPerson): Promise<Blocked[]>
  /** Gives all of it to the successor in the given transaction; answers how many. */
  give(db: Db, person: HandoverPerson, successor: HandoverPerson, note: NoteGiven): Promise<number>
}

/** Decisions that wait for whoever may take them: the last one who may must not leave without another. */
export interface WaitingDecisions {
  key: string
  /** 待审批的会议室预约 */
  label: string
  /** The list that shows them. */
  link: ConsoleLink
  /** Undefined when this person may not decide; `others` counts those who may as well. */
  of(db: Db, userId: string): Promise<{ count: number; others: number } | undefined>
}

/** How many rows of a kind are told by name. */
export const NAMED = 5

const handovers = new Map<string, Handover>()
const decisions = new Map<string, WaitingDecisions>()

export const defineHandover = (handover: Handover): void => void handovers.set(handover.key, handover)
export const defineWaitingDecisions = (waiting: WaitingDecisions): void => void decisions.set(waiting.key, waiting)

/** All kinds, in the order in which the form shows them. */
export const allHandovers = (): Handover[] => [...handovers.values()].sort((a, b) => a.order - b.order)
export const allWaitingDecisions = (): WaitingDecisions[] => [...decisions.values()]
