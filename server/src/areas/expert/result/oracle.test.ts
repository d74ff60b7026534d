import { startTestServer, type TestServer } from '../../../../test/harness'
import { countBatch } from './count'
import * as repository from './repository'
import { writeRandomBatches, oracleDifferences } from './oracle.testing.repository'
import { sql } from 'kysely'

// Every figure of a review a second time, from the raw sheets by SQL alone.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { SERVER_ROLE: 'api' } })
})
afterAll(() => server.stop())

const BATCHES = 500
const count = (batchIds: readonly string[]) =>
  server.platform.db.transaction().execute(async (tx) => {
    for (const batchId of batchIds) {
      const batch = await repository.batchOf(tx, batchId, repository.EVERY, true)
      if (batch) await countBatch(tx, batch, ['1'])
    }
  })

test('500 random batches: means, drops, places, ties, cuts and normalised scores are those that SQL gives', async () => {
  const { db } = server.platform
  const batchIds = await writeRandomBatches(db, BATCHES, 0.42)
  await count(batchIds)
  const { lines, ...seen } = await oracleDifferences(db, batchIds)
  expect(lines).toEqual([])
  // The batches hold what is to be compared.
  expect(batchIds).toHaveLength(BATCHES)
  for (const [what, least] of [['results', 3_000], ['sheets', 10_000], ['ranked', 2_000], ['tied', 50], ['dropped', 500], ['adjusted', 500]] as const) expect([what, seen[what] >= least]).toEqual([what, true])

  // One hundredth is found, in a result and in a sheet behind it.
  const [{ result_id: resultId } = { result_id: '' }] = (await sql<{ result_id: string }>`select result_id from review_result where final_score between 1 and 99 and valid_count > 1 limit 1`.execute(db)).rows
  await sql`update review_batch set batch_status = 'ended'`.execute(db)
  await sql`update review_result set final_score = final_score + 0.01 where result_id = ${resultId}::bigint`.execute(db)
  expect((await oracleDifferences(db, batchIds)).lines).toHaveLength(1)
  await sql`update review_result set final_score = final_score - 0.01, detail = jsonb_set(detail, '{sheets,0,counted}', to_jsonb((detail #>> '{sheets,0,counted}')::numeric + 0.0001)) where result_id = ${resultId}::bigint`.execute(db)
  expect((await oracleDifferences(db, batchIds)).lines).toEqual([expect.stringMatching(/^sheet /)])
})
