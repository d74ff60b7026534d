import type { entryStatus, hoursSource } from '@assoc/contract/meeting/hours'
import type { learnerRole } from '@assoc/contract/meeting/learner'
import type { FileItem } from '@assoc/contract/core/files'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

export type HoursSource = z.output<typeof hoursSource.schema>
export type EntryStatus = z.output<typeof entryStatus.schema>
export type LearnerRole = z.output<typeof learnerRole.schema>

declare module '../../../platform/database/tables' {
  interface Tables {
    learner: {
      learner_id: IdColumn
      name: string
      mobile: string
      learner_role: LearnerRole
      role_since: WithDefault<string | null>
      company_id: Id | null
      unit_name: string | null
      remark: WithDefault<string | null>
      user_id: WithDefault<Id | null>
      director_id: WithDefault<Id | null>
      contact_id: WithDefault<Id | null>
      merged_into: WithDefault<Id | null>
      wanted_hours: WithDefault<number>
      earned_hours: WithDefault<number>
      window_from: WithDefault<string | null>
      deadline: WithDefault<string | null>
      dept_id: WithDefault<Id | null>
      create_by: WithDefault<Id | null>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    hours_entry: {
      entry_id: IdColumn
      learner_id: Id
      source_type: HoursSource
      source_id: string
      title: string
      hours: number
      learned_on: string
      proof: ColumnType<FileItem[], string | undefined, string>
      remark: WithDefault<string | null>
      opinion: WithDefault<string | null>
      entry_status: WithDefault<EntryStatus>
      acted_by: WithDefault<string[]>
      create_by: WithDefault<Id | null>
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
