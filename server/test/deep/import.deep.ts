import { bundleServer, OwnCluster } from '../faults/world'
import { chanceOf, DICT, KilledImports, USER, whole } from '../faults/killed-import'

// Imports of 10,000 rows, of dictionaries and of accounts, whose process is killed at ten random points. DEEP_SEED repeats a run's choices; every run prints its own.

const SEED = Number(process.env['DEEP_SEED'] ?? Date.now() % 1_000_000)
const ROWS = 10_000
const KILLS = 10
const SPREAD_MS = 250

let cluster: OwnCluster
let imports: KilledImports
beforeAll(async () => {
  console.log(`DEEP_SEED=${SEED}`)
  bundleServer()
  cluster = await OwnCluster.start()
  imports = new KilledImports(cluster, DICT, chanceOf(SEED))
})
afterAll(async () => {
  await imports?.stop()
  await cluster.stop()
})

test('ends at exactly 10,000 rows, each with one audit row, however often the process is killed', async () => {
  await imports.start()
  const wished = await imports.wish('x', ROWS)
  const reached = await imports.through(wished, ROWS, KILLS, SPREAD_MS)
  console.log(JSON.stringify({ kills: reached.length, reached }))
  expect(reached.length).toBe(KILLS)
  expect(await imports.outcome('x', wished.importId)).toEqual(whole(ROWS))
})

test('so does one of 10,000 accounts', async () => {
  const accounts = new KilledImports(cluster, USER, chanceOf(SEED + 1), imports)
  const wished = await accounts.wish('killed', ROWS)
  const reached = await accounts.through(wished, ROWS, KILLS, SPREAD_MS)
  console.log(JSON.stringify({ kills: reached.length, reached }))
  expect(reached.length).toBe(KILLS)
  expect(await accounts.outcome('killed', wished.importId)).toEqual(whole(ROWS))
})

test('the test would notice a part that is not noted together with its rows', async () => {
  const wished = await imports.wish('y', ROWS)
  let forgotten = 0
  await imports.through(wished, ROWS, 3, SPREAD_MS, async () => {
    forgotten += await imports.forget(wished.importId)
  })
  expect(forgotten).toBeGreaterThan(0)
  expect(await imports.outcome('y', wished.importId)).not.toEqual(whole(ROWS))
})
