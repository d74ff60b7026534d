import { z } from 'zod'
import { batchAnswer, BATCH_STEP } from '../core/batch'
import { body, call, pageOf, signedIn } from '../core/call'
import { id, optionalText, version, withMeta } from '../core/fields'
import { inboxItem } from './home'

// What waits for a person in all areas, and what became of what they asked for. Rights are those of each record's own resource.

const kind = withMeta(z.string().regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/, '事项类别不正确'), { label: '事项类别' })
const verb = z.string().regex(/^[a-z][A-Za-z]{0,30}$/, '操作不正确')
const page = { page: z.number().int().min(1).max(1_000).default(1), pageSize: z.number().int().min(1).max(100).default(50) }

/** How many things of one kind are put in order by age with those of the others; of one kind alone all are listed. */
export const INBOX_OF_KIND = 50

/** What waits for the person: kinds with their numbers, and a page of things, the oldest first. */
export const selectInbox = call({
  path: '/user/desk/selectInbox',
  title: '查询待办事项',
  access: signedIn,
  background: true,
  request: body({ kind: kind.optional(), ...page }),
  response: z.object({
    kinds: z.array(z.object({ key: z.string(), label: z.string(), area: z.string(), count: z.number().int(), link: z.string() })),
    items: z.array(inboxItem),
    /** Of what is listed: of the kind, or of the oldest of every kind. */
    total: z.number().int(),
  }),
})

/** One thing that waits, as its record tells it, with the steps that this person may take now. */
export const selectInboxRecord = call({
  path: '/user/desk/selectInboxRecord',
  title: '查看待办事项',
  access: signedIn,
  request: body({ kind, recordId: id('记录') }),
  response: z.object({
    item: inboxItem,
    version: z.number().int(),
    facts: z.array(z.object({ label: z.string(), text: z.string() })),
    steps: z.array(z.object({ verb: z.string(), label: z.string(), danger: z.boolean(), reason: z.enum(['required', 'optional', 'none']), reasonLabel: z.string() })),
    /** Steps that take more than a reason are taken on the record's own page. */
    elsewhere: z.array(z.string()),
  }),
})

/** Carries out a step of the record: its rules, rights and log are those of its own page. */
export const decideInbox = call({
  path: '/user/desk/decideInbox',
  title: '办理待办事项',
  access: signedIn,
  write: true,
  request: body({ kind, recordId: id('记录'), version: version(), verb, reason: optionalText('意见', 500) }),
  response: z.object({ status: z.string() }),
})

/** The same step on several things of one kind, each for itself: what is refused for one is told. */
export const decideInboxMany = call({
  path: '/user/desk/decideInboxMany',
  title: '批量办理待办事项',
  access: signedIn,
  write: true,
  request: body({ kind, ids: z.array(id('记录')).min(1, '请先勾选事项').max(BATCH_STEP, `一次最多办理 ${BATCH_STEP} 件`), verb, reason: optionalText('意见', 500) }),
  response: batchAnswer,
})

const pastItem = z.object({
  auditId: z.string(),
  what: z.string(),
  title: z.string(),
  /** The step by its own word, or 新增. */
  step: z.string(),
  reason: z.string().nullable(),
  time: z.string(),
  /** The status now; null where the record is gone or out of the person's reach. */
  status: z.string().nullable(),
  link: z.string().nullable(),
})

/** What the person has decided, newest first. */
export const selectDecided = call({ path: '/user/desk/selectDecided', title: '查询已办事项', access: signedIn, request: body(page), response: pageOf(pastItem) })

/** What the person has asked for and still rests somewhere, with who may move it on. */
export const selectAsked = call({
  path: '/user/desk/selectAsked',
  title: '查询我发起的事项',
  access: signedIn,
  request: body(page),
  response: pageOf(pastItem.extend({ waitsFor: z.array(z.string()), more: z.number().int() })),
})
