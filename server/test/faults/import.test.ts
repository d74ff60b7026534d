import { bundleServer, OwnCluster } from './world'
import { chanceOf, DICT, KilledImports, USER, whole } from './killed-import'

// The daily part of deep/import: two kills of an import of dictionaries and of one of accounts at points that follow from a seed, and one for the control.

const SEED = 20261123
const ROWS = 10_000
const SPREAD_MS = 60

let cluster: OwnCluster
let imports: KilledImports
beforeAll(async () => {
  bundleServer()
  cluster = await OwnCluster.start()
  imports = new KilledImports(cluster, DICT, chanceOf(SEED))
  await imports.start()
})
afterAll(async () => {
  await imports?.stop()
  await cluster.stop()
})

test('an import whose process is killed twice ends at exactly its rows, each with one audit row', async () => {
  const wished = await imports.wish('x', ROWS)
  expect(await imports.through(wished, ROWS, 2, SPREAD_MS)).toHaveLength(2)
  expect(await imports.outcome('x', wished.importId)).toEqual(whole(ROWS))
})

test('so does one of accounts, each with its role', async () => {
  const accounts = new KilledImports(cluster, USER, chanceOf(SEED + 1), imports)
  const wished = await accounts.wish('killed', ROWS)
  expect(await accounts.through(wished, ROWS, 2, SPREAD_MS)).toHaveLength(2)
  expect(await accounts.outcome('killed', wished.importId)).toEqual(whole(ROWS))
  const roles = await cluster.query("select count(*)::int as n from user_role join sys_user using (user_id) where login_name like 'killed%'")
  expect(roles).toEqual([{ n: ROWS }])
})

test('the test would notice a part that is not noted together with its rows', async () => {
  const wished = await imports.wish('y', ROWS)
  let forgotten = 0
  // At once, so that there is something left to write again.
  await imports.through(wished, ROWS, 1, 0, async () => {
    forgotten += await imports.forget(wished.importId)
  })
  expect(forgotten).toBeGreaterThan(0)
  expect(await imports.outcome('y', wished.importId)).not.toEqual(whole(ROWS))
})
