import type { TimelineItem } from '@assoc/contract/platform/record'
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

const timeline: TimelinePart[] = []

/** Adds to the timeline of records; called once when the area's module is loaded. */
export const addTimelinePart = (part: TimelinePart): void => void timeline.push(part)

export const timelinePartsOf = (recordType: string): TimelinePart[] => timeline.filter(({ of }) => of.includes(recordType))
