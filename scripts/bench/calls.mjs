import fs from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { load } from './lib/load.mjs'
import { call, COMPANIES, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { median } from './lib/numbers.mjs'
import { childrenOf, cpuOf, memoryOf } from './lib/processes.mjs'
import { profiling, readProfile } from './lib/profile.mjs'
import { fromServer } from './lib/packages.mjs'

const CONNECTIONS = 50
const ROUNDS = 3
const SECONDS = 3
/** Long enough that what is called has been compiled: that alone doubles the first seconds. */
const WARM_UP = 5
const SETTLE_MS = 4_000
const STARTS = 3
/** Rows that updates go round: each is written once a turn, so that no two calls meet at one version. */
const POSTS = 20_000

const good = (text) => text.startsWith('{"returnCode":"000000"')
/** The bare side answers the rows that a statement returned: a write that met none has written nothing. */
const done = (text) => text !== '[]'
const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** What a call is to reach: processor time of the bare side by ours, server and PostgreSQL together, which is the ratio of the rates of a busy machine. */
const TARGETS = { list: 0.8, read: 0.5, insert: 0.35, update: 0.35 }
const IDLE_MB = 120
const WRITTEN_MB = 200

/**
 * Processor time a call, of the server's process and of PostgreSQL's backends, beside a bare node:http and pg with the same statements, in
 * turns within one run. Wall times of a machine that others use say little; processor time says what a call costs.
 */
export async function measureCalls({ log, rounds = ROUNDS, seconds = SECONDS, companies = COMPANIES, only, profile = false }) {
  const installation = await makeInstallation({ log, companies })
  try {
    const starts = []
    for (let turn = 0; turn < STARTS; turn += 1) starts.push((await installation.restart(turn === STARTS - 1 && profile ? { execArgv: profiling() } : {})).milliseconds)
    const { server } = installation
    await new Promise((done) => setTimeout(done, SETTLE_MS))
    const idleMb = memoryOf(server.pid).now
    const backends = () => postgresSeconds(installation.dataDir)
    const { paths } = await fromSource()
    const { headers } = await signIn(server.ready)
    const posts = await fillPosts(installation.databaseUrl)

    const lists = [
      { board: 'star', sort: { field: 'listDate', order: 'desc' } },
      { board: 'chiNext', sort: { field: 'stockCode', order: 'asc' } },
      { listStatus: 'warned', sort: { field: 'updateTime', order: 'desc' } },
      { jurisdiction: '北京', sort: { field: 'shortName', order: 'asc' } },
    ].map((filter) => ({ page: 1, pageSize: 20, ...filter }))
    const told = {}
    const recorded = async (kind, address, body, which) => {
      const all = await record(server, headers, address, body)
      told[kind] ??= all.map((s) => s.text)
      return all.filter((s) => which.test(s.text))
    }
    const listed = []
    for (const body of lists) listed.push({ path: paths.list, body: JSON.stringify(body), statements: await recorded('list', paths.list, body, /company/) })
    const { items } = await call(server.ready, headers, paths.list, { page: 50, pageSize: 200 })
    const ids = items.map((i) => i.companyId)
    const asks = [...listed]
    asks.push({ path: paths.read, statements: (await recorded('read', paths.read, { companyId: ids[0] }, /short_name|from "company"/)).map((s) => asked(s, { [ids[0]]: 'companyId' })) })
    asks.push({ path: paths.insert, statements: (await recorded('insert', paths.insert, { postCode: 'BENCH', postName: '基准', sortNo: 1 }, /insert into "post"/)).map((s) => asked(s, { BENCH: 'postCode' })) })
    const [first] = posts
    const changed = (await recorded('update', paths.update, { postId: first, version: 1, postCode: 'BENCHMARK', postName: '基准', sortNo: 1 }, /^update "post"/)).map((s) => asked(s, { BENCHMARK: 'postCode', [first]: 'postId' }, { version: 1, after: first }))
    asks.push({ path: paths.update, statements: changed })
    for (const { path: address, statements } of asks) if (statements.length === 0) throw new Error(`the statements of ${address} were not recorded`)
    const bare = await installation.startBare(asks)

    // Of both sides each writes rows of its own.
    const half = (posts.length - 2) >> 1
    const updates = [posts.slice(2, 2 + half), posts.slice(2 + half)].map((own) => {
      let n = 0
      return () => ({ postId: own[n % own.length], version: 1 + Math.floor(n++ / own.length), postCode: `c${own[(n - 1) % own.length]}`, postName: '基准', sortNo: 1 })
    })
    const post = () => ({ postCode: randomBytes(8).toString('hex'), postName: '基准', sortNo: 1 })
    const key = () => ({ 'idempotency-key': randomBytes(12).toString('hex') })
    const KINDS = {
      list: { path: paths.list, bodies: [() => pick(lists), () => pick(lists)] },
      read: { path: paths.read, bodies: [() => ({ companyId: pick(ids) }), () => ({ companyId: pick(ids) })] },
      insert: { path: paths.insert, bodies: [post, post], write: true },
      update: { path: paths.update, bodies: updates, write: true },
    }
    const measured = async (side, next, check, warmUp) => {
      const go = (s) => load(side.ready, { connections: CONNECTIONS, seconds: s, next, good: check })
      await go(warmUp)
      const [server0, database0] = [cpuOf(side.pid), backends()]
      const { rate, p99, total } = await go(seconds)
      return { rate, p99, serverMs: ((cpuOf(side.pid) - server0) * 1000) / total, databaseMs: ((backends() - database0) * 1000) / total }
    }
    const rows = {}
    for (const [kind, { path: address, bodies, write }] of Object.entries(KINDS).filter(([kind]) => !only || only.includes(kind))) {
      const turns = []
      for (let round = 0; round < rounds; round += 1) {
        const ours = await measured(server, () => ({ path: `/capcoapi${address}`, headers: { ...headers, ...(write ? key() : {}) }, body: JSON.stringify(bodies[0]()) }), good, round === 0 ? WARM_UP : 1)
        const theirs = await measured(bare, () => ({ path: address, body: JSON.stringify(bodies[1]()) }), done, round === 0 ? WARM_UP : 1)
        turns.push({ ours, theirs })
      }
      const of = (side, field) => median(turns.map((t) => t[side][field]))
      const ratioOf = (cost) => median(turns.map(({ ours, theirs }) => cost(theirs) / cost(ours)))
      const row = {
        serverMs: of('ours', 'serverMs'),
        databaseMs: of('ours', 'databaseMs'),
        bareServerMs: of('theirs', 'serverMs'),
        bareDatabaseMs: of('theirs', 'databaseMs'),
        ratio: ratioOf((s) => s.serverMs + s.databaseMs),
        serverRatio: ratioOf((s) => s.serverMs),
        rateRatio: ratioOf((s) => 1 / s.rate),
        rate: of('ours', 'rate'),
        bareRate: of('theirs', 'rate'),
        p99: of('ours', 'p99'),
        bareP99: of('theirs', 'p99'),
        target: TARGETS[kind],
        statements: told[kind].length,
      }
      rows[kind] = row
      log(
        `${kind}: ${row.serverMs.toFixed(2)} + ${row.databaseMs.toFixed(2)} ms beside ${row.bareServerMs.toFixed(2)} + ${row.bareDatabaseMs.toFixed(2)}; ` +
          `together ${row.ratio.toFixed(2)} (target ${row.target}), server ${row.serverRatio.toFixed(2)}, rates ${row.rateRatio.toFixed(2)} (${row.rate.toFixed(0)}/s, p99 ${row.p99} ms)`,
      )
    }
    const writtenMb = memoryOf(server.pid).now
    await bare.stop()
    const results = { companies, connections: CONNECTIONS, rounds, seconds, rows, told, idleMb, writtenMb, readyMs: median(starts), targets: { idleMb: IDLE_MB, writtenMb: WRITTEN_MB } }
    log(`ready in ${results.readyMs.toFixed(0)} ms; ${idleMb.toFixed(0)} MB idle, ${writtenMb.toFixed(0)} MB afterwards`)
    if (profile) {
      await installation.server.stop()
      results.profile = readProfile(45)
    }
    return results
  } finally {
    await installation.remove()
  }
}

/** Seconds of processor time that all backends of an installation's PostgreSQL have used. */
function postgresSeconds(dataDir) {
  const home = path.join(dataDir, 'postgres')
  const location = path.join(home, 'location')
  const folder = fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : home
  const postmaster = Number(fs.readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), 0)
}

/** Rows for updates, each with a code of its own; answers their ids. */
async function fillPosts(databaseUrl) {
  const pg = await fromServer('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(`insert into post (post_code, post_name, sort_no) select 'u' || n, '基准', 1 from generate_series(1, ${POSTS}) n returning post_id`)
  await client.query('vacuum analyze post')
  await client.end()
  return rows.map((row) => String(row.post_id))
}

/** All statements that a call runs once it is warm, in their order. */
async function record(server, headers, address, body) {
  if (!/insert|update/i.test(address)) await call(server.ready, headers, address, body)
  await server.ask({ record: true })
  await call(server.ready, { ...headers, 'idempotency-key': randomBytes(12).toString('hex') }, address, body)
  const { statements } = await server.ask({ record: false })
  return statements
}

/** A recorded statement whose values are taken from fields of each request: those of `fields` by their text, the version by its place after the id. */
function asked(statement, fields, { version, after } = {}) {
  const replace = (value) => (Array.isArray(value) ? value.map(replace) : typeof value === 'string' && fields[value] ? { field: fields[value] } : value)
  const at = after === undefined ? -1 : statement.values.indexOf(after) + 1
  return { ...statement, values: statement.values.map((value, i) => (i === at && value === version ? { field: 'version' } : replace(value))) }
}
