import type { ConnectorKind } from '@assoc/contract/rbac/connector'
import { sql } from 'kysely'
import type { Db } from '../database/database'

/** Milliseconds for which the same news of a connector are not written again. */
const QUIET_MS = 60_000

/** Notes how connectors fare. What is written is a note beside the work: a failure to write it never is one of the work. */
export class ConnectorStatus {
  private readonly last = new Map<ConnectorKind, { good: boolean; at: number }>()
  constructor(private readonly db: Db) {}

  /** Notes that a connector worked, or failed for a reason; at most once a minute while nothing changes. */
  async note(kind: ConnectorKind, reason: string | null): Promise<void> {
    const good = reason === null
    const known = this.last.get(kind)
    if (known?.good === good && Date.now() - known.at < QUIET_MS) return
    this.last.set(kind, { good, at: Date.now() })
    const told = reason === null ? null : reason.replace(/\s+/g, ' ').slice(0, 300)
    const now = sql`now()`
    await sql`insert into connector_status (kind, good_time, bad_time, bad_reason) values (${kind}, ${good ? now : null}, ${good ? null : now}, ${told})
      on conflict (kind) do update set good_time = coalesce(excluded.good_time, connector_status.good_time),
        bad_time = coalesce(excluded.bad_time, connector_status.bad_time), bad_reason = coalesce(excluded.bad_reason, connector_status.bad_reason)`
      .execute(this.db)
      .catch(() => undefined)
  }

  /** Carries work out and notes whether it succeeded. `ofConnector`: whether an error says anything about the connector. */
  async noting<T>(kind: ConnectorKind, work: () => Promise<T>, ofConnector: (error: unknown) => boolean = () => true): Promise<T> {
    try {
      const answer = await work()
      await this.note(kind, null)
      return answer
    } catch (error) {
      if (ofConnector(error)) await this.note(kind, (error as { message?: string }).message || '未知错误')
      throw error
    }
  }
}
