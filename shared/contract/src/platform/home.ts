import { z } from 'zod'
import { body, call, signedIn } from '../core/call'

// Here and not with the inbox, all of which the first page would bring along.
/** One thing that waits for the person. */
export const inboxItem = z.object({
  kind: z.string(),
  kindLabel: z.string(),
  recordId: z.string(),
  title: z.string(),
  /** Whom it is about, where the title does not say so. */
  subject: z.string().nullable(),
  /** 分; null where the record is about no money. */
  amount: z.number().nullable(),
  askedBy: z.string().nullable(),
  /** Since when it waits, ISO 8601; empty where nothing tells. */
  since: z.string(),
  link: z.string(),
})

const counted = z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() }))

/** Of what waits longest, as many stand on the home page. */
export const HOME_OLDEST = 8

/**
 * What the home page shows, in one answer: what waits for the person, and the numbers of the areas that they may read. A part that could not
 * be read is null; the others stand there.
 */
export const selectHome = call({
  path: '/user/desk/selectHome',
  title: '查询首页',
  access: signedIn,
  background: true,
  request: body({}),
  response: z.object({
    waiting: z.object({ oldest: z.array(inboxItem), counts: counted }).nullable(),
    /** By the path of the area's own call. */
    numbers: z.array(z.object({ path: z.string(), figures: counted.nullable() })),
  }),
})
