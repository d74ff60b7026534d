import { call, COMPANIES, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { median, quantile } from './lib/numbers.mjs'

const TURNS = 20

/** 95th percentile at one connection of every searched and sorted path of the list of companies, the total included. */
export async function measurePaths({ log }) {
  const installation = await makeInstallation({ log })
  try {
    const { server } = installation
    const { paths, JURISDICTIONS } = await fromSource()
    const { headers } = await signIn(server.ready)
    const sorts = ['stockCode', 'shortName', 'listDate', 'updateTime'].flatMap((field) => ['asc', 'desc'].map((order) => ({ field, order })))
    const filters = [
      ['no filter', {}],
      ['board', { board: 'star' }],
      ['jurisdiction', { jurisdiction: JURISDICTIONS[25] }],
      ['status', { listStatus: 'warned' }],
      ['type', { companyType: 'listed' }],
      ['dates of listing', { listDateFrom: '2001-01-01', listDateTo: '2001-12-31' }],
      ['filters that match nothing', { board: 'star', listStatus: 'unlisted', jurisdiction: '北京' }],
      ['a stock code', { keyword: '605998' }],
      ['keyword of two characters, 60,000 hits', { keyword: '集团' }],
      ['the same within a jurisdiction', { keyword: '集团', jurisdiction: '北京' }],
      ['keyword of two characters, 4,000 hits', { keyword: '太虚' }],
      ['keyword of two characters, no hit', { keyword: '龘靐' }],
      ['keyword of one character', { keyword: '电' }],
      ['keyword of four characters', { keyword: '太虚甲子' }],
      ['pinyin initials', { keyword: 'txjzdz' }],
      ['page 4,500', { page: 4500 }],
    ]
    const rows = []
    for (const [name, input] of filters) {
      const bySort = []
      for (const sort of sorts) {
        const times = []
        await call(server.ready, headers, paths.list, { ...input, sort })
        for (let turn = 0; turn < TURNS; turn += 1) {
          const begin = performance.now()
          await call(server.ready, headers, paths.list, { ...input, sort })
          times.push(performance.now() - begin)
        }
        bySort.push({ sort: `${sort.field} ${sort.order}`, median: median(times), p95: quantile(times, 0.95) })
      }
      const worst = bySort.reduce((a, b) => (b.p95 > a.p95 ? b : a))
      rows.push({ name, median: median(bySort.map((s) => s.median)), worst: worst.sort, p95: worst.p95 })
      log(`${name}: median ${rows.at(-1).median.toFixed(1)} ms, p95 of the slowest order (${worst.sort}) ${worst.p95.toFixed(1)} ms`)
    }
    return { companies: COMPANIES, turns: TURNS, rows }
  } finally {
    await installation.remove()
  }
}
