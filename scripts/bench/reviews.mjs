import { call, fromSource, makeInstallation, signIn } from './lib/installation.mjs'
import { quantile } from './lib/numbers.mjs'

// Reviews: counting a batch of 2,000 works with five sheets each, and an expert's saves and turns to the next work among 60 experts and 100 works.

const WORKS = 2_000
/** ms. */
export const TARGETS = { count: 1000, save: 200, next: 100 }

async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

export async function measureReviews({ log }) {
  const installation = await makeInstallation({ log, companies: 0 })
  try {
    const { paths, fillReviews } = await fromSource('from-reviews')
    const { ended, scoring, sheetIds } = await fillReviews(installation.adminUrl, WORKS)
    const { headers } = await signIn(installation.server.ready)
    const ask = (path, body) => call(installation.server.ready, headers, path, body)
    const count = []
    for (let i = 0; i < 10; i += 1) count.push(await timed(() => ask(paths.count, { batchId: ended })))
    const save = []
    const dimensions = ['选题价值', '创新性', '论证与方法', '实务价值', '规范性']
    for (const [round, version] of [1, 2, 3, 4, 5].entries()) for (const sheetId of sheetIds) save.push(await timed(() => ask(paths.save, { sheetId, version, dimScores: Object.fromEntries(dimensions.map((name, i) => [name, 60 + round + i])), comment: '意见'.repeat(20) })))
    const next = []
    for (const sheetId of sheetIds) next.push(await timed(() => ask(paths.read, { sheetId })))
    const queue = []
    for (let i = 0; i < 50; i += 1) queue.push(await timed(() => ask(paths.queue, { preset: 'final', batchId: scoring })))
    const results = { works: WORKS, count: quantile(count, 0.95), save: quantile(save, 0.95), next: quantile(next, 0.95), queue: quantile(queue, 0.95) }
    log(`result of ${WORKS} works with five sheets each p95 ${results.count.toFixed(0)} ms (${TARGETS.count}); a save ${results.save.toFixed(0)} ms (${TARGETS.save}), the next work ${results.next.toFixed(0)} ms (${TARGETS.next}), the queue ${results.queue.toFixed(0)} ms`)
    return results
  } finally {
    await installation.remove()
  }
}
