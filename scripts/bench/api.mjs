import { randomBytes } from 'node:crypto'
import { load } from './lib/load.mjs'
import { call, COMPANIES, fromSource, makeInstallation, OWN, PASSWORD, signIn } from './lib/installation.mjs'
import { sideBySide } from './lib/numbers.mjs'
import { fromServer } from './lib/packages.mjs'
import { start } from './lib/processes.mjs'

const CONNECTIONS = 50
const ROUNDS = 5
const SECONDS = 3
const WARM_UP = 2
// As many that nobody signs in more often than they may have sessions: ending the oldest one is another action.
const USERS = 3000

const good = (text) => text.startsWith('{"returnCode":"000000"')
const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** Rates of the API beside a bare node:http + pg with the same SQL, in turns, each in a process of its own. */
export async function measureApi({ log, rounds = ROUNDS, seconds = SECONDS }) {
  const installation = await makeInstallation({ log, users: USERS })
  try {
    const { server } = installation
    const { paths } = await fromSource()
    const { headers } = await signIn(server.ready)

    const lists = [
      { board: 'star', sort: { field: 'listDate', order: 'desc' } },
      { board: 'chiNext', sort: { field: 'stockCode', order: 'asc' } },
      { listStatus: 'warned', sort: { field: 'updateTime', order: 'desc' } },
      { jurisdiction: '北京', sort: { field: 'shortName', order: 'asc' } },
    ].map((filter) => ({ page: 1, pageSize: 20, ...filter }))
    const listed = []
    for (const body of lists) listed.push({ path: paths.list, body: JSON.stringify(body), statements: await record(server, headers, paths.list, body, /company/) })
    const { items } = await call(server.ready, headers, paths.list, { page: 500, pageSize: 200 })
    const ids = items.map((i) => i.companyId)
    const read = await record(server, headers, paths.read, { companyId: ids[0] }, /company/)
    const byId = read.map((s) => asked(s, ids[0], 'companyId'))
    const insert = (await record(server, headers, paths.insert, { postCode: 'BENCH', postName: '基准', sortNo: 1 }, /insert into "post"/)).map((s) => asked(s, 'BENCH', 'postCode'))
    if (insert.length !== 1 || listed.some((l) => l.statements.length < 2)) throw new Error('the SQL of the calls was not recorded')

    const bare = await installation.startBare([
      ...listed,
      { path: paths.read, statements: byId },
      { path: '/row', statements: byId.filter((s) => !/count\(/.test(s.text)) },
      { path: paths.insert, statements: insert },
    ])
    const api = (path) => `/capcoapi${path}`
    const bodies = listed.map((l) => l.body)
    const at = (url, next, check) => async (s = seconds) => load(url, { connections: CONNECTIONS, seconds: s, next, ...(check ? { good: check } : {}) })
    const compare = async (name, ours, theirs) => {
      await ours(WARM_UP)
      await theirs(WARM_UP)
      const result = await sideBySide(rounds, ours, theirs)
      log(`${name}: ${result.rate.toFixed(0)}/s beside ${result.bareRate.toFixed(0)}/s, ratio ${result.ratio.toFixed(2)}, p99 ${result.p99} ms`)
      return { ...result, pairs: undefined }
    }
    const results = { companies: COMPANIES, connections: CONNECTIONS, rounds, seconds, statements: { list: listed[0].statements, read, insert } }
    results.list = await compare(
      'list',
      at(server.ready, () => ({ path: api(paths.list), headers, body: pick(bodies) }), good),
      at(bare.ready, () => ({ path: paths.list, body: pick(bodies) })),
    )
    const one = () => JSON.stringify({ companyId: pick(ids) })
    results.read = await compare(
      'single read',
      at(server.ready, () => ({ path: api(paths.read), headers, body: one() }), good),
      at(bare.ready, () => ({ path: paths.read, body: one() })),
    )
    results.readRow = await compare(
      'single read beside the row alone',
      at(server.ready, () => ({ path: api(paths.read), headers, body: one() }), good),
      at(bare.ready, () => ({ path: '/row', body: one() })),
    )
    const post = () => JSON.stringify({ postCode: randomBytes(8).toString('hex'), postName: '基准', sortNo: 1 })
    results.insert = await compare(
      'insert',
      at(server.ready, () => ({ path: api(paths.insert), headers: { ...headers, 'idempotency-key': randomBytes(12).toString('hex') }, body: post() }), good),
      at(bare.ready, () => ({ path: paths.insert, body: post() })),
    )
    await bare.stop()
    results.login = await measureLogin(installation, { log, rounds, seconds })
    return results
  } finally {
    await installation.remove()
  }
}

async function measureLogin(installation, { log, rounds, seconds }) {
  const { paths } = await fromSource()
  const pg = await fromServer('pg')
  const client = new pg.Client({ connectionString: installation.databaseUrl })
  await client.connect()
  const { rows } = await client.query("select password_hash from sys_user where login_name = 'admin'")
  await client.end()
  const bare = await start('scripts/bench/processes/bare-argon2.mjs', { options: { hash: rows[0].password_hash, password: PASSWORD } })
  let n = 0
  const login = (s = seconds) =>
    load(installation.server.ready, {
      connections: CONNECTIONS,
      seconds: s,
      good,
      next: () => ({
        path: `/capcoapi${paths.login}`,
        headers: OWN,
        body: JSON.stringify({ loginName: `bench${(n++ % USERS) + 1}`, passWord: PASSWORD, sliderTicket: 'bench' }),
      }),
    })
  const verify = async (s = seconds) => ({ ...(await bare.ask({ seconds: s })), p99: 0 })
  await login(WARM_UP)
  await verify(WARM_UP)
  const result = await sideBySide(rounds, login, verify)
  await bare.stop()
  log(`logins: ${result.rate.toFixed(1)}/s beside ${result.bareRate.toFixed(1)}/s of argon2 alone, ratio ${result.ratio.toFixed(2)}, p99 ${result.p99} ms`)
  return { ...result, pairs: undefined }
}

/** The statements that a call runs once it is warm, in their order. */
async function record(server, headers, path, body, which) {
  if (!/insert/.test(path)) await call(server.ready, headers, path, body)
  await server.ask({ record: true })
  await call(server.ready, headers, path, body)
  const { statements } = await server.ask({ record: false })
  return statements.filter((s) => which.test(s.text))
}

/** A recorded statement whose value `was` is taken from a field of each request. */
function asked(statement, was, field) {
  const replace = (value) => (Array.isArray(value) ? value.map(replace) : value === was ? { field } : value)
  return { ...statement, values: statement.values.map(replace) }
}
