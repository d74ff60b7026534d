import { randomBytes } from 'node:crypto'
import { call, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { load } from './lib/load.mjs'
import { median } from './lib/numbers.mjs'
import { memoryOf } from './lib/processes.mjs'

const LOAD_SECONDS = 60
const STARTS = 5
const SETTLE_MS = 5_000

const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** Memory of the API process, idle and after a minute of mixed load, and how long a start with a made database takes. */
export async function measureMemory({ log, seconds = LOAD_SECONDS }) {
  const installation = await makeInstallation({ log, companies: 20_000 })
  try {
    const starts = []
    for (let turn = 0; turn < STARTS; turn += 1) starts.push((await installation.restart()).milliseconds)
    const { server } = installation
    await new Promise((done) => setTimeout(done, SETTLE_MS))
    const idle = memoryOf(server.pid)
    const { paths } = await fromSource()
    const { headers } = await signIn(server.ready)
    const ids = (await call(server.ready, headers, paths.list, { pageSize: 200 })).items.map((i) => i.companyId)
    const kinds = [
      () => ({ path: paths.list, body: { board: pick(['star', 'bse', 'shMain']), page: 1 + Math.floor(Math.random() * 50) } }),
      () => ({ path: paths.list, body: { keyword: pick(['太虚', '集团', 'cszq', '6059']) } }),
      () => ({ path: paths.read, body: { companyId: pick(ids) } }),
      () => ({ path: paths.insert, body: { postCode: randomBytes(8).toString('hex'), postName: '基准', sortNo: 1 }, key: { 'idempotency-key': randomBytes(12).toString('hex') } }),
    ]
    const result = await load(server.ready, {
      connections: 50,
      seconds,
      good: (text) => text.startsWith('{"returnCode":"000000"'),
      next: () => {
        const { path, body, key } = pick(kinds)()
        return { path: `/capcoapi${path}`, headers: { ...headers, ...key }, body: JSON.stringify(body) }
      },
    })
    const loaded = memoryOf(server.pid)
    const results = { seconds, readyMs: median(starts), starts, idleMb: idle.now, loadedMb: loaded.now, mostMb: loaded.most, rate: result.rate, p99: result.p99 }
    log(`ready ${results.readyMs.toFixed(0)} ms; idle ${results.idleMb.toFixed(0)} MB, after ${seconds} s of load ${results.loadedMb.toFixed(0)} MB (most ${results.mostMb.toFixed(0)})`)
    return results
  } finally {
    await installation.remove()
  }
}
