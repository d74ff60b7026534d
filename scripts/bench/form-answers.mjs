import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { call, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { quantile } from './lib/numbers.mjs'

// A round of 100,000 answers to 120 questions: how long lists with two filters by question, figures and exports take. What is filled in
// follows from ids alone, so each run measures the same rows.

const ANSWERS = Number(process.env.BENCH_ANSWERS ?? 100_000)
const TIMES = 60
/** ms, s, MB. */
export const TARGETS = { list: 100, one: 100, page: 500, csv: 30, xlsx: 120, memory: 512 }

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024

async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

export async function measureFormAnswers({ log, answers = ANSWERS }) {
  const installation = await makeInstallation({ log, companies: 0 })
  try {
    const { paths, questionFilterText, fillRound } = await fromSource('from-forms')
    let roundId = ''
    const filled = await timed(async () => (roundId = await fillRound(installation.adminUrl, answers)))
    log(`${answers} answers of 120 questions in ${(filled / 1000).toFixed(0)} s`)
    const server = await installation.restart({ env: { NODE_ENV: 'production', SLIDER_CHECK: 'off', DB_POOL: '20' } })
    const { headers } = await signIn(server.ready)
    const ask = (path, body) => call(server.ready, headers, path, body)
    const filters = (i) => questionFilterText({ roundId, conditions: [{ key: `q${(i % 10) * 12}`, kind: 'choice', values: [`o${1 + (i % 5)}`] }, { key: `q${(i % 10) * 12 + 1}`, kind: 'number', from: String(i * 5), to: String(i * 5 + 300) }] })
    const list = []
    for (let i = 0; i < TIMES + 5; i += 1) list.push(await timed(() => ask(paths.list, { roundId, questions: filters(i), page: 1, pageSize: 20 })))
    const crossed = []
    for (let i = 0; i < 10; i += 1) crossed.push(await timed(() => ask(paths.cross, { roundId, rowKey: `q${i * 12}`, columnKey: `q${i * 12 + 2}` })))
    const one = []
    for (let i = 0; i < 20; i += 1) one.push(await timed(() => ask(paths.statistics, { roundId, keys: [`q${i * 6}`] })))
    const first = await timed(() => ask(paths.statistics, { roundId }))
    const again = []
    for (let i = 0; i < 10; i += 1) again.push(await timed(() => ask(paths.statistics, { roundId })))
    const results = { answers, list: quantile(list.slice(5), 0.95), one: quantile(one, 0.95), cross: quantile(crossed, 0.95), first, again: quantile(again, 0.95), files: {} }
    log(`list with two filters p95 ${results.list.toFixed(0)} ms (${TARGETS.list}), one distribution ${results.one.toFixed(0)} ms (${TARGETS.one}), a cross table ${results.cross.toFixed(0)} ms`)
    log(`page of 120 questions ${first.toFixed(0)} ms at first, ${results.again.toFixed(0)} ms again (${TARGETS.page})`)
    for (const format of ['csv', 'xlsx', 'spss']) {
      const file = await exported(server, headers, paths.export, { roundId, format })
      results.files[format] = file
      log(`${format}: ${(file.ms / 1000).toFixed(1)} s${TARGETS[format] ? ` (${TARGETS[format]})` : ''}, ${(file.bytes / 1024 / 1024).toFixed(0)} MB, the process up to ${file.most.toFixed(0)} MB (${TARGETS.memory})`)
    }
    return results
  } finally {
    await installation.remove()
  }
}

/** Begins an export and waits for its file; the most memory of the process is looked at every 50 ms. */
async function exported(server, headers, path, body) {
  const begin = performance.now()
  let most = residentMb(server.pid)
  const watch = setInterval(() => (most = Math.max(most, residentMb(server.pid))), 50)
  try {
    const response = await fetch(`${server.ready}/capcoapi${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
    const { workId } = (await response.json()).data
    for (;;) {
      await wait(200)
      const { workStatus, errorMessage } = await call(server.ready, headers, '/user/work/selectWork', { workId })
      if (workStatus === 'done') break
      if (workStatus === 'failed') throw new Error(errorMessage)
    }
    const ms = performance.now() - begin
    const file = await fetch(`${server.ready}/capcoapi/user/work/downloadWorkFile`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify({ workId }) })
    let bytes = 0
    for await (const part of file.body) bytes += part.length
    return { ms, most, bytes }
  } finally {
    clearInterval(watch)
  }
}
