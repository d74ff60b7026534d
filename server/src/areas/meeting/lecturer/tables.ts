import type { lecturerField, lecturerStatus } from '@assoc/contract/meeting/lecturer'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

declare module '../../../platform/database/tables' {
  interface Tables {
    lecturer: {
      lecturer_id: IdColumn
      lecturer_name: string
      unit_post: string
      specialties: WithDefault<z.output<typeof lecturerField.schema>[]>
      mobile: string | null
      email: string | null
      non_resident: boolean
      intro: string | null
      remark: string | null
      lecturer_status: WithDefault<z.output<typeof lecturerStatus.schema>>
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    meeting_speaker: {
      speaker_id: IdColumn
      meet_id: Id
      lecturer_id: Id
      topic: string
      talk_time: OptionalTime
      sort_no: number
      shown: boolean
      fee: number
      non_resident: boolean
      hand_tax: number | null
      tax: number
      net: number
      remark: string | null
      dept_id: Id
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
