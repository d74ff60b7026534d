import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { call, COMPANIES, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { quantile } from './lib/numbers.mjs'
import { start } from './lib/processes.mjs'

const FEW = ['stockCode', 'shortName', 'companyName', 'board', 'jurisdiction', 'listDate']
const ROUNDS = 3
const LISTS = 60

/** Megabytes that a process holds now. The most it ever held is of no use: another turn may have held more. */
const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024

/**
 * Exports of 100,000 companies beside a bare stream of the same rows: a cursor and the library's stream of one plain sheet, in a process
 * of its own that does nothing else. What counts is from the call to the file that can be fetched, the memory meanwhile, and what the lists
 * of others take.
 */
export async function measureExports({ log, companies = COMPANIES }) {
  const installation = await makeInstallation({ log, companies })
  try {
    // One process for calls and jobs, as `npm start` has it.
    const server = await installation.restart({ env: { NODE_ENV: 'production', SLIDER_CHECK: 'off', DB_POOL: '20' } })
    const { paths } = await fromSource()
    const { headers } = await signIn(server.ready)
    const bare = await start('scripts/bench/processes/bare-export.mjs', { options: { databaseUrl: installation.databaseUrl }, env: { NODE_ENV: 'production' } })
    const list = async () => {
      const begin = performance.now()
      await call(server.ready, headers, paths.list, { board: 'star', page: 1, pageSize: 20 })
      return performance.now() - begin
    }
    const idle = []
    for (let i = 0; i < LISTS + 20; i += 1) idle.push(await list())
    const kinds = [
      ['6 columns', FEW],
      ['all columns', undefined],
    ]
    const rows = []
    for (const [what, columns] of kinds) {
      const turns = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = residentMb(server.pid)
        const run = await exported(server, headers, paths.exportCompany, { columns, sort: { field: 'stockCode', order: 'asc' } })
        turns.push({ ...run, grown: run.most - before, bare: await bare.ask({ columns: columns ?? 'all' }) })
      }
      const best = (of) => Math.min(...turns.map(of))
      const row = { what, ms: best((t) => t.ms), bareMs: best((t) => t.bare.ms), bytes: turns[0].bytes, bareBytes: turns[0].bare.bytes, grownMb: Math.max(...turns.map((t) => t.grown)) }
      rows.push({ ...row, ratio: row.ms / row.bareMs })
      log(`${what}: ${(row.ms / 1000).toFixed(2)} s beside ${(row.bareMs / 1000).toFixed(2)} s, ${(row.ms / row.bareMs).toFixed(2)} of it, up by ${row.grownMb.toFixed(0)} MB`)
    }
    const during = []
    await exported(server, headers, paths.exportCompany, { sort: { field: 'stockCode', order: 'asc' } }, async () => void during.push(await list()))
    await bare.stop()
    const results = { companies, rounds: ROUNDS, rows, idleP95: quantile(idle.slice(20), 0.95), duringP95: quantile(during, 0.95), lists: during.length }
    log(`lists: p95 ${results.idleP95.toFixed(1)} ms alone, ${results.duringP95.toFixed(1)} ms beside an export (${during.length} calls)`)
    return results
  } finally {
    await installation.remove()
  }
}

/** Begins an export and waits for its file; `meanwhile` is done over and over. Most memory is looked at every 25 ms. */
async function exported(server, headers, path, body, meanwhile = () => wait(25)) {
  const begin = performance.now()
  let most = residentMb(server.pid)
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 25)
  try {
    const response = await fetch(`${server.ready}/capcoapi${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
    const { workId } = (await response.json()).data
    for (;;) {
      await meanwhile()
      const { workStatus, errorMessage } = await call(server.ready, headers, '/user/work/selectWork', { workId })
      if (workStatus === 'done') break
      if (workStatus === 'failed') throw new Error(errorMessage)
    }
    const ms = performance.now() - begin
    const file = await fetch(`${server.ready}/capcoapi/user/work/downloadWorkFile`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ workId }) })
    return { ms, most, bytes: (await file.arrayBuffer()).byteLength }
  } finally {
    clearInterval(watch)
  }
}
