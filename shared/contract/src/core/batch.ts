import { z } from 'zod'
import { id, optionalText, version } from './fields'

/** How many rows one batch request carries out at most; the browser asks again until all are done. */
export const BATCH_STEP = 50

export const batchRequest = z.strictObject({
  verb: z.string().regex(/^[a-z][A-Za-z]{0,30}$/),
  /** The chosen rows; left out, all that the filter matches are meant. Those out of reach are told as failed. */
  ids: z.array(id()).max(BATCH_STEP).optional(),
  /** Of the chosen rows, in their order, as they were read: one that has been changed since is told as failed. */
  versions: z.array(version()).max(BATCH_STEP).optional(),
  filter: z.record(z.string().max(40), z.unknown()).optional(),
  /** Goes on after this id, so that a row that left the filter by the action itself changes nothing. */
  after: id().optional(),
  reason: optionalText('原因', 500),
})

export const batchAnswer = z.object({
  done: z.number().int(),
  failed: z.array(z.object({ id: id(), name: z.string(), message: z.string() })),
  /** Where the next request goes on; null when nothing is left. */
  next: z.string().nullable(),
  /** Rows that a step has moved, the status that each was in, and the version that was made: what takes the step back. */
  changed: z.array(z.object({ id: id(), version: z.number().int(), from: z.string() })).optional(),
})
