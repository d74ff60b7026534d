import { setTimeout as wait } from 'node:timers/promises'
import { makeInstallation } from './lib/installation.mjs'
import { median } from './lib/numbers.mjs'
import { fromServer } from './lib/packages.mjs'
import { cpuOf, memoryOf } from './lib/processes.mjs'

const ROWS = 10_000
const ROUNDS = 3
/** Rows of a bare statement. */
const TOGETHER = 1000
const TARGET = 6
const GROWN_MB = 100

/**
 * An import of 10,000 rows that are in the database already as the upload leaves them: checked, then written with an audit row each, as the
 * works do it. Beside it nothing but inserts of as many rows, a thousand by a statement, in one transaction of the same PostgreSQL.
 */
export async function measureImports({ log, rows = ROWS, rounds = ROUNDS }) {
  const installation = await makeInstallation({ log, companies: 0 })
  const pg = await fromServer('pg')
  const client = new pg.Client({ connectionString: installation.databaseUrl })
  try {
    // One process for calls and jobs, as `npm start` has it.
    const server = await installation.restart({ env: { NODE_ENV: 'production', SLIDER_CHECK: 'off', DB_POOL: '20' } })
    await client.connect()
    const one = async (text, values) => (await client.query(text, values)).rows[0]
    const { user_id: userId } = await one("select user_id from sys_user where login_name = 'admin'")
    const work = async (kind, title, importId) => {
      const { work_id: workId } = await one("insert into work (user_id, kind, title, input, total_rows) values ($1, $2, $3, jsonb_build_object('resource', 'dict', 'importId', $4::text, 'mode', 'good', 'ip', '', 'requestId', ''), $5) returning work_id", [userId, kind, title, importId, rows])
      await client.query('update resource_import set work_id = $2, import_status = $3 where import_id = $1', [importId, workId, kind.endsWith('Check') ? 'checking' : 'writing'])
      const begin = performance.now()
      await client.query("select graphile_worker.add_job($2, json_build_object('workId', $1::text))", [workId, kind])
      for (;;) {
        const { work_status: status, error_message: message } = await one('select work_status, error_message from work where work_id = $1', [workId])
        if (status === 'done') return performance.now() - begin
        if (status === 'failed') throw new Error(message)
        await wait(5)
      }
    }
    const turns = []
    for (let round = 0; round < rounds; round += 1) {
      const mark = `i${round}x`
      const { import_id: importId } = await one("insert into resource_import (user_id, resource, file_name, header, total, import_status) values ($1, 'dict', 'x.xlsx', '[]', $2, 'checking') returning import_id", [userId, rows])
      await client.query("insert into resource_import_row (import_id, position, row_no, cells, fields) select $1, n, n + 1, '[]', jsonb_build_object('dictCode', $2::text || n, 'dictName', '名称' || $2::text || n) from generate_series(1, $3::int) n", [importId, mark, rows])
      const [before, cpu] = [memoryOf(server.pid).now, cpuOf(server.pid)]
      let most = before
      const watch = setInterval(() => (most = Math.max(most, memoryOf(server.pid).now)), 25)
      const checkMs = await work('resource:importCheck', '检查', importId)
      const writeMs = await work('resource:importWrite', '导入', importId)
      clearInterval(watch)
      const serverMs = (cpuOf(server.pid) - cpu) * 1000
      const { n } = await one("select count(*)::int as n from dict where dict_code like $1 || '%'", [mark])
      if (n !== rows) throw new Error(`${n} rows were imported instead of ${rows}`)
      const bareMs = await bareInserts(client, `b${round}x`, rows)
      turns.push({ checkMs, writeMs, bareMs, serverMs, grownMb: most - before, ratio: (checkMs + writeMs) / bareMs })
    }
    const of = (field) => median(turns.map((turn) => turn[field]))
    const results = { rows, rounds, checkMs: of('checkMs'), writeMs: of('writeMs'), bareMs: of('bareMs'), serverMs: of('serverMs'), ratio: of('ratio'), grownMb: Math.max(...turns.map((turn) => turn.grownMb)), targets: { ratio: TARGET, grownMb: GROWN_MB } }
    log(`${rows} rows: checked in ${results.checkMs.toFixed(0)} ms, written in ${results.writeMs.toFixed(0)} ms beside ${results.bareMs.toFixed(0)} ms, ratio ${results.ratio.toFixed(1)} (target ${TARGET}), up by ${results.grownMb.toFixed(0)} MB`)
    return results
  } finally {
    await client.end().catch(() => undefined)
    await installation.remove()
  }
}

/** Inserts as many rows and nothing else; answers the milliseconds. */
async function bareInserts(client, mark, rows) {
  const begin = performance.now()
  await client.query('begin')
  for (let from = 0; from < rows; from += TOGETHER) {
    const values = Array.from({ length: Math.min(TOGETHER, rows - from) }, (_, i) => [`${mark}${from + i}`, `名称${mark}${from + i}`]).flat()
    const lines = Array.from({ length: values.length / 2 }, (_, i) => `($${2 * i + 1}, $${2 * i + 2})`)
    await client.query(`insert into dict (dict_code, dict_name) values ${lines.join(', ')}`, values)
  }
  await client.query('commit')
  return performance.now() - begin
}
