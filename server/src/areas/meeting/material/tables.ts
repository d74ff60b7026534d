import type { openScope } from '@assoc/contract/meeting/material'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting_material: {
      material_id: IdColumn
      meet_id: Id
      material_name: string
      file: ColumnType<{ fileId: string; fileName: string; fileSize: number }[], string, string>
      open_scope: z.output<typeof openScope.schema>
      opened: WithDefault<number>
      dept_id: Id
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
  }
}
