import type { RequestOf } from '@assoc/contract'
import { dayAfter, today } from '@assoc/contract/core/day'
import { NEW_BATCH, reviewBatch } from '@assoc/contract/expert/review/batch'
import { addReviewItems } from '@assoc/contract/expert/review/item'
import { reviewWork } from '@assoc/contract/expert/review/work'
import type { Session, TestServer } from '../../../../test/harness'

/** Rights of whoever runs reviews in tests. */
export const STAFF = {
  permits: ['review:batch:read', 'review:batch:update', 'review:batch:run', 'review:assign:read', 'review:assign:update', 'review:recusal:read', 'review:recusal:update', 'review:recusal:decide', 'expert:pool:read', 'member:company:read'],
  scopes: { review: 'all', expert: 'all', member: 'all' } as const,
}

let counter = 0

/** An expert in office with an account that may score. */
export async function newExpert(server: TestServer, over: { name?: string; unit?: string; fields?: 'law'[]; mobile?: string; print?: string } = {}): Promise<Session & { expertId: string; mobile: string }> {
  const n = ++counter
  const session = await server.person({ permits: ['review:sheet:score'], name: over.name ?? `评审人${n}` })
  const mobile = over.mobile ?? String(19_955_500_000 + n)
  const { expert_id: expertId } = await server.platform.db
    .insertInto('expert')
    .values({ expert_no: `ZT${String(n).padStart(4, '0')}`, name: over.name ?? `评审人${n}`, unit: over.unit ?? `第${n}评审研究院`, title_name: null, fields: over.fields ?? ['governance'], mobile, email: `e${n}@example.com`, id_card: null, id_card_sealed: null, id_card_print: over.print ?? null, bank_card: null, bank_card_sealed: null, bank_card_print: null, term_end: dayAfter(today(), 300), remark: null, expert_status: 'serving', user_id: session.userId, dept_id: null, create_by: null })
    .returning('expert_id')
    .executeTakeFirstOrThrow()
  return { ...session, expertId, mobile }
}

type Work = RequestOf<NonNullable<(typeof reviewWork)['insert']>>
export const newWork = async (server: TestServer, staff: Session, over: Partial<Work> = {}): Promise<string> =>
  (await server.ok(reviewWork.insert, { title: `作品${++counter}`, summary: null, authors: [], companyId: null, files: [], remark: null, authorsText: null, ...over }, { as: staff })).workId

type Batch = RequestOf<NonNullable<(typeof reviewBatch)['insert']>>
export const batchFields = (over: Partial<Batch> = {}): Batch => ({
  ...NEW_BATCH, dimensions: NEW_BATCH.dimensions.map((one) => ({ ...one })), batchName: `批次${++counter}`, reviewKind: 'work', previousId: null, startTime: `${today()}T00:00:00+08:00`, endTime: `${dayAfter(today(), 20)}T18:00:00+08:00`, expertsPerItem: 3, leastValid: 3, cutValue: null, remark: null, ...over,
})

/** A batch of works that waits to be assigned. */
export async function waitingBatch(server: TestServer, staff: Session, workIds: readonly string[], over: Partial<Batch> = {}): Promise<string> {
  const { batchId } = await server.ok(reviewBatch.insert, batchFields(over), { as: staff })
  await server.ok(addReviewItems, { batchId, objects: workIds.map((objectId) => ({ reviewable: 'work', objectId })) }, { as: staff })
  await step(server, staff, batchId, 'submit')
  return batchId
}

export async function step(server: TestServer, as: Session, batchId: string, verb: string, more: { reason?: string; input?: { endTime: string } } = {}) {
  const { version } = await server.ok(reviewBatch.read, { batchId }, { as })
  return server.call(reviewBatch.change, { batchId, version, verb, reason: more.reason ?? null, ...(more.input ? { input: more.input } : {}) }, { as })
}
