import type { openScope } from '@assoc/contract/meeting/material'
import type { publishStatus } from '@assoc/contract/meeting/video'
import type { ColumnType } from 'kysely'
import type { z } from 'zod'
import type { Id, IdColumn, Instant, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    meeting_video: {
      video_id: IdColumn
      meet_id: Id
      video_name: string
      file: ColumnType<{ fileId: string; fileName: string; fileSize: number }[], string, string>
      play_file_id: WithDefault<Id | null>
      open_scope: z.output<typeof openScope.schema>
      duration: WithDefault<number | null>
      codecs: WithDefault<string | null>
      fault: WithDefault<string | null>
      publish_status: WithDefault<z.output<typeof publishStatus.schema>>
      dept_id: Id
      create_by: Id | null
      create_time: Instant
      update_time: Instant
      version: WithDefault<number>
    }
    video_watch: {
      video_id: Id
      user_id: Id
      /** Milliseconds, as PostgreSQL writes a multirange. */
      spans: WithDefault<string>
      watched_ms: WithDefault<number>
      opened: WithDefault<number>
      first_time: Instant
      last_time: Instant
      done_time: ColumnType<Date | null, Date | null | undefined, Date | null>
    }
    video_play: { user_id: Id; play_key: string; video_id: Id; beat_time: Instant }
  }
}
