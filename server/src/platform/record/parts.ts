import type { PermitCode, ResponseOf } from '@assoc/contract'
import type { TimelineItem, selectRelatedRows } from '@assoc/contract/platform/record'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import type { ResourceRuntime, Row } from '../resource/definition'

/** A record that its reader may read. */
export interface ReadableRecord {
  runtime: ResourceRuntime
  id: string
  row: Row
}

/** What an area adds to the timeline of records of other areas, such as messages that were sent to a contact. */
export interface TimelinePart {
  /** Names of the resources whose records it adds to. */
  of: readonly string[]
  /** The newest items within the person's own permits and data scope, at most `limit`; none where there are none. */
  read(db: Db, principal: Principal, record: ReadableRecord, limit: number): Promise<TimelineItem[]>
}

type Rows = ResponseOf<typeof selectRelatedRows>

/** A related list that does not follow from a filter of the contract. */
export interface RelatedPart {
  of: readonly string[]
  /** Unlike the name of any resource. */
  key: string
  title: string
  /** Who sees it; data scope is the area's own. */
  permit: PermitCode
  count(db: Db, principal: Principal, record: ReadableRecord): Promise<number>
  rows(db: Db, principal: Principal, record: ReadableRecord, limit: number): Promise<Rows>
}

const timeline: TimelinePart[] = []
const related: RelatedPart[] = []

/** Adds to the timeline of records; called once when the area's module is loaded. */
export const addTimelinePart = (part: TimelinePart): void => void timeline.push(part)
/** Adds a related list to records; called once when the area's module is loaded. */
export const addRelatedPart = (part: RelatedPart): void => void related.push(part)

export const timelinePartsOf = (recordType: string): TimelinePart[] => timeline.filter(({ of }) => of.includes(recordType))
export const relatedPartsOf = (recordType: string): RelatedPart[] => related.filter(({ of }) => of.includes(recordType))
