import { ATTEMPTS } from '../../src/platform/resource/import-work'
import { ServerProcess, type OwnCluster } from './world'

// Imports whose process is killed with -9 at random points: however often, what stands in the end is every row, once, each with one audit row.

/** A resource whose import is killed: its name, its table, and the fields of row `n` as an SQL expression; `$2` is what its rows begin with. */
export interface KilledKind {
  resource: string
  table: string
  idColumn: string
  /** Column that begins with the mark of the rows. */
  markColumn: string
  fields: string
}

export const DICT: KilledKind = { resource: 'dict', table: 'dict', idColumn: 'dict_id', markColumn: 'dict_code', fields: "jsonb_build_object('dictCode', $2 || n, 'dictName', '名称' || $2 || n)" }

export const USER: KilledKind = { resource: 'user', table: 'sys_user', idColumn: 'user_id', markColumn: 'login_name', fields: "jsonb_build_object('loginName', $2 || n, 'realName', '导入' || n, 'typeId', 'staff', 'roleIds', (select jsonb_agg(role_id::text) from role where role_code = 'STAFF'))" }

/** What stands when an import has come to its end. */
export interface Outcome {
  rows: number
  noted: number
  refused: number
  status: string
}

/** What has to stand. */
export const whole = (rows: number): Outcome => ({ rows, noted: rows, refused: 0, status: 'written' })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    let t = (state += 0x6d2b79f5)
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Imports of one kind on a PostgreSQL of their own. */
export class KilledImports {
  private readonly process: { server: ServerProcess | undefined }

  constructor(
    private readonly cluster: OwnCluster,
    private readonly kind: KilledKind,
    private readonly chance: () => number,
    /** Imports of another kind on the same PostgreSQL, whose server runs already. */
    beside?: KilledImports,
  ) {
    this.process = beside ? beside.process : { server: undefined }
  }

  async start(): Promise<void> {
    // The silence of a killed process is long enough at once: nobody waits half a minute each time.
    await this.cluster.query("update job_process set seen_time = now() - interval '1 minute'").catch(() => undefined)
    this.process.server = await ServerProcess.start(this.cluster.order({ SERVER_ROLE: 'all' }))
  }

  async stop(): Promise<void> {
    await this.process.server?.kill()
  }

  private async one<R extends object>(text: string, values: unknown[] = []): Promise<R> {
    return (await this.cluster.query(text, values))[0] as R
  }

  /** A checked import of so many rows that begin with a mark, and its work in the queue. */
  async wish(mark: string, rows: number): Promise<{ importId: string; workId: string }> {
    const { resource, fields } = this.kind
    const { user_id } = await this.one<{ user_id: string }>("select user_id from sys_user where login_name = 'admin'")
    const { work_id: workId } = await this.one<{ work_id: string }>("insert into work (user_id, kind, title, input, total_rows) values ($1, 'resource:importWrite', '导入', '{}', $2) returning work_id", [user_id, rows])
    const { import_id: importId } = await this.one<{ import_id: string }>("insert into resource_import (user_id, resource, file_name, header, total, import_status, work_id) values ($1, $4, 'x.xlsx', '[]', $2, 'writing', $3) returning import_id", [user_id, rows, workId, resource])
    await this.cluster.query("update work set input = jsonb_build_object('resource', $3::text, 'importId', $2::text, 'mode', 'good', 'ip', '', 'requestId', '') where work_id = $1", [workId, importId, resource])
    await this.cluster.query(`insert into resource_import_row (import_id, position, row_no, cells, fields) select $1, n, n + 1, '[]', ${fields} from generate_series(1, $3::int) n`, [importId, mark, rows])
    await this.cluster.query("select graphile_worker.add_job('resource:importWrite', json_build_object('workId', $1::text), max_attempts => $2)", [workId, ATTEMPTS])
    return { importId, workId }
  }

  /** What holds of an import. */
  outcome(mark: string, importId: string): Promise<Outcome> {
    const { table, idColumn, markColumn, resource } = this.kind
    const own = `from ${table} where ${markColumn} like $1 || '%'`
    return this.one<Outcome>(
      `select (select count(*)::int ${own}) as rows, (select count(*)::int from audit_log a where verb = 'insert' and record_type = $3 and record_id in (select ${idColumn} ${own})) as noted,
        (select count(*)::int from resource_import_row where import_id = $2 and messages <> '{}') as refused, (select import_status from resource_import where import_id = $2) as status`,
      [mark, importId, resource],
    )
  }

  /**
   * Lets the work come to its end, killing its process so many times on the way, about as far from each other and each within `spread`
   * milliseconds; `after` is done while it lies dead. Answers the rows that were written at each kill.
   */
  async through({ importId, workId }: { importId: string; workId: string }, rows: number, kills: number, spread: number, after: () => Promise<unknown> = async () => undefined): Promise<number[]> {
    const reached: number[] = []
    for (;;) {
      const { status, written, held } = await this.one<{ status: string; written: number; held: boolean }>(
        `select (select work_status from work where work_id = $1) as status, (select count(*)::int from resource_import_row where import_id = $2 and written) as written,
          exists (select from graphile_worker._private_jobs where payload ->> 'workId' = $1::text and locked_at is not null) as held`,
        [workId, importId],
      )
      if (status === 'done') return reached
      if (reached.length < kills && held && written >= ((reached.length + 0.5) * rows) / (kills + 1)) {
        await pause(this.chance() * spread)
        await this.stop()
        reached.push(written)
        await after()
        await this.start()
      } else await pause(10)
    }
  }

  /** As if what is written were noted after its transaction, and the crash lay between: for the control. Answers how many rows were forgotten. */
  forget = async (importId: string): Promise<number> => (await this.cluster.query('update resource_import_row set written = false where import_id = $1 and written returning position', [importId])).length
}
