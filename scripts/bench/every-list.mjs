import { call, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { quantile } from './lib/numbers.mjs'
import { cpuOf } from './lib/processes.mjs'

const ROWS = 100_000
/** Milliseconds in which a list answers nineteen of twenty times, at one connection. */
const TARGET = 50
const CALLS = 40

/**
 * 95th percentile of the list of every mounted resource with 100,000 rows, at one connection over HTTP, its total included. Which lists there
 * are, and what may be asked of them, follows from the contract: none is named here. A list whose copied rows have a form that no answer may
 * have is measured by its statements.
 */
export async function measureEveryList({ log, rows = ROWS, calls = CALLS }) {
  const installation = await makeInstallation({ log, companies: 0, demo: true })
  try {
    const { fillEveryList, statementsOf } = await fromSource('from-lists')
    const begin = performance.now()
    const lists = await fillEveryList(installation.adminUrl, rows, log)
    log(`${lists.length} lists filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
    const { server } = installation
    const { headers, userId } = await signIn(server.ready)
    const statements = await statementsOf(installation.databaseUrl, userId)
    const measured = []
    for (const { name, path, rows: held, bodies } of lists) {
      const times = []
      const slowest = { ms: 0, question: '' }
      // Each question once before, for plans are made with the first.
      const overHttp = (body) => call(server.ready, headers, path, body)
      const failed = await firstFailure(bodies, overHttp)
      const ask = failed ? (body) => statements.ask(name, body) : overHttp
      if (failed) for (const body of bodies) await ask(body)
      const cpu = cpuOf(server.pid)
      const asked = Math.max(calls, bodies.length)
      for (let i = 0; i < asked; i += 1) {
        const body = bodies[i % bodies.length]
        const started = performance.now()
        await ask(body)
        const ms = performance.now() - started
        times.push(ms)
        if (ms > slowest.ms) Object.assign(slowest, { ms, question: JSON.stringify(body) })
      }
      const row = { name, path, rows: held, questions: bodies.length, how: failed ? 'statements' : 'call', p50: quantile(times, 0.5), p95: quantile(times, 0.95), serverMs: ((cpuOf(server.pid) - cpu) * 1000) / asked, slowest }
      measured.push(row)
      log(`${name}${failed ? ' (statements alone)' : ''}: p95 ${row.p95.toFixed(1)} ms, median ${row.p50.toFixed(1)}, slowest ${slowest.ms.toFixed(0)} ms ${slowest.question}`)
    }
    const within = measured.filter(({ p95 }) => p95 < TARGET)
    log(`${measured.length} lists, ${within.length} below ${TARGET} ms, ${measured.filter(({ how }) => how === 'statements').length} by their statements alone`)
    await statements.close()
    return { rows, target: TARGET, lists: measured }
  } finally {
    await installation.remove()
  }
}

async function firstFailure(bodies, ask) {
  for (const body of bodies) {
    try {
      await ask(body)
    } catch (error) {
      return error.message.slice(0, 200)
    }
  }
  return null
}
