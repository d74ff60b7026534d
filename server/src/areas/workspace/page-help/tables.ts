import type { Id, Instant, NullableJson, WithDefault } from '../../../platform/database/tables'

declare module '../../../platform/database/tables' {
  interface Tables {
    page_help: { menu_link: string; content: NullableJson; version: WithDefault<number>; update_by: Id | null; update_time: Instant }
  }
}
