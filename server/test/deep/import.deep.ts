import { ATTEMPTS } from '../../src/platform/resource/import-work'
import { bundleServer, OwnCluster, ServerProcess } from '../faults/world'

// An import of 10,000 rows whose process is killed at ten random points. DEEP_SEED repeats a run's choices; every run prints its own.

const SEED = Number(process.env['DEEP_SEED'] ?? Date.now() % 1_000_000)
const ROWS = 10_000
const KILLS = 10

let state = SEED
/** A number from 0 to 1, the next of the seed's (mulberry32). */
const chance = () => {
  let t = (state += 0x6d2b79f5)
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let cluster: OwnCluster
let server: ServerProcess | undefined
beforeAll(async () => {
  console.log(`DEEP_SEED=${SEED}`)
  bundleServer()
  cluster = await OwnCluster.start()
})
afterAll(async () => {
  await server?.kill()
  await cluster.stop()
})

const start = async () => {
  // The silence of a killed process is long enough at once: nobody waits half a minute ten times.
  await cluster.query("update job_process set seen_time = now() - interval '1 minute'").catch(() => undefined)
  server = await ServerProcess.start(cluster.order({ SERVER_ROLE: 'all' }))
}
const one = async <R extends Record<string, unknown>>(text: string, values: unknown[] = []) => (await cluster.query<R>(text, values))[0] as R

/** A checked import of so many rows of the dictionary, and its work in the queue. */
async function wish(prefix: string): Promise<{ importId: string; workId: string }> {
  const { user_id } = await one<{ user_id: string }>("select user_id from sys_user where login_name = 'admin'")
  const { work_id: workId } = await one<{ work_id: string }>("insert into work (user_id, kind, title, input, total_rows) values ($1, 'resource:importWrite', '导入字典', '{}', $2) returning work_id", [user_id, ROWS])
  const { import_id: importId } = await one<{ import_id: string }>("insert into resource_import (user_id, resource, file_name, header, total, import_status, work_id) values ($1, 'dict', 'x.xlsx', '[]', $2, 'writing', $3) returning import_id", [user_id, ROWS, workId])
  await cluster.query("update work set input = jsonb_build_object('resource', 'dict', 'importId', $2::text, 'mode', 'good', 'ip', '', 'requestId', '') where work_id = $1", [workId, importId])
  await cluster.query("insert into resource_import_row (import_id, position, row_no, cells, fields) select $1, n, n + 1, '[]', jsonb_build_object('dictCode', $2 || n, 'dictName', '名称' || n) from generate_series(1, $3::int) n", [importId, prefix, ROWS])
  await cluster.query("select graphile_worker.add_job('resource:importWrite', json_build_object('workId', $1::text), max_attempts => $2)", [workId, ATTEMPTS])
  return { importId, workId }
}

/** What has to hold in the end, and what holds. */
const outcome = async (prefix: string, importId: string) =>
  one(
    `select (select count(*)::int from dict where dict_code like $1 || '%') as rows, (select count(*)::int from audit_log a where verb = 'insert' and record_id in (select dict_id from dict where dict_code like $1 || '%')) as noted,
      (select count(*)::int from resource_import_row where import_id = $2 and messages <> '{}') as refused, (select import_status from resource_import where import_id = $2) as status`,
    [prefix, importId],
  )
const WHOLE = { rows: ROWS, noted: ROWS, refused: 0, status: 'written' }

/** Lets the work come to its end, killing its process so many times on the way, about as far from each other; `after` is done while it lies dead. */
async function through(workId: string, importId: string, kills: number, after: () => Promise<unknown> = async () => undefined): Promise<number[]> {
  const reached: number[] = []
  for (;;) {
    const { status, written, held } = await one<{ status: string; written: number; held: boolean }>(
      `select (select work_status from work where work_id = $1) as status, (select count(*)::int from resource_import_row where import_id = $2 and written) as written,
        exists (select from graphile_worker._private_jobs where payload ->> 'workId' = $1::text and locked_at is not null) as held`,
      [workId, importId],
    )
    if (status === 'done') return reached
    if (reached.length < kills && held && written >= (reached.length * ROWS * 0.9) / kills) {
      await pause(chance() * 250)
      await server?.kill()
      reached.push(written)
      await after()
      await start()
    } else await pause(10)
  }
}

test('ends at exactly 10,000 rows, each with one audit row, however often the process is killed', async () => {
  await start()
  const { importId, workId } = await wish('x')
  const reached = await through(workId, importId, KILLS)
  console.log(JSON.stringify({ kills: reached.length, reached }))
  expect(reached.length).toBe(KILLS)
  expect(await outcome('x', importId)).toEqual(WHOLE)
})

test('the test would notice a part that is not noted together with its rows', async () => {
  const { importId, workId } = await wish('y')
  // As if what is written were noted after the transaction, and the crash lay between.
  let forgotten = 0
  await through(workId, importId, 3, async () => {
    forgotten += (await cluster.query('update resource_import_row set written = false where import_id = $1 and written returning position', [importId])).length
  })
  expect(forgotten).toBeGreaterThan(0)
  expect(await outcome('y', importId)).not.toEqual(WHOLE)
})
