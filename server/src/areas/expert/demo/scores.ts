import type { Seed } from '../../../platform/seed'
import { countBatch } from '../result/count'
import { batchOf, EVERY } from '../result/repository'
import { endedBatches, scoreSheets } from './scores.repository'

/** Scores of the demo's batches, and results of those that have ended. */
export const scoreDemo: Seed = {
  name: 'expert.score.demo',
  order: 49.9,
  demo: true,
  async run(db) {
    await scoreSheets(db)
    for (const batchId of await endedBatches(db)) {
      const batch = await batchOf(db, batchId, EVERY, true)
      if (batch) await countBatch(db, batch, [])
    }
  },
}
