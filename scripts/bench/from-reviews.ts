import { countReviewResult, freezeReviewResult } from '@assoc/contract/expert/review/result'
import { readScoreSheet, saveScoreSheet, selectScoreQueue } from '@assoc/contract/expert/review/score'
import { fillReviews as fill } from '../../server/src/areas/expert/result/fill.testing.repository'
import '../../server/src/areas'
import { openDatabase } from '../../server/src/platform/database/database'

// What the bench of reviews takes from contract and server; bundled before it runs.

export const paths = { count: countReviewResult.path, freeze: freezeReviewResult.path, read: readScoreSheet.path, save: saveScoreSheet.path, queue: selectScoreQueue.path }

/** Two batches: one that has ended, with so many works of five sheets each, and one that is scored by the administrator. */
export async function fillReviews(adminUrl: string, works: number): Promise<Awaited<ReturnType<typeof fill>>> {
  const { db, close } = openDatabase(adminUrl, 2)
  try {
    return await fill(db, works)
  } finally {
    await close()
  }
}
