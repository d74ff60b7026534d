import { z } from 'zod'
import { batchAnswer, BATCH_STEP } from '../core/batch'
import { body, call, done, pageOf, signedIn } from '../core/call'
import { id, optionalText, version, withMeta } from '../core/fields'
import { inboxItem } from './home'

// What waits for a person in all areas, and what became of what they asked for. Rights are those of each record's own resource.

const kind = withMeta(z.string().regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/, '事项类别不正确'), { label: '事项类别' })
const verb = z.string().regex(/^[a-z][A-Za-z]{0,30}$/, '操作不正确')
/** For whom the person decides as their deputy; left out for what waits for the person. */
const deputyId = id('代办').optional()
const page = { page: z.number().int().min(1).max(1_000).default(1), pageSize: z.number().int().min(1).max(100).default(50) }

/** How many things of one kind are put in order by age with those of the others; of one kind alone all are listed. */
export const INBOX_OF_KIND = 50

/** What waits for the person: kinds with their numbers, and a page of things, the oldest first. */
export const selectInbox = call({
  path: '/user/desk/selectInbox',
  title: '查询待办事项',
  access: signedIn,
  background: true,
  request: body({ kind: kind.optional(), deputyId, ...page }),
  response: z.object({
    kinds: z.array(z.object({ key: z.string(), label: z.string(), area: z.string(), count: z.number().int(), link: z.string() })),
    items: z.array(inboxItem),
    /** Of what is listed: of the kind, or of the oldest of every kind. */
    total: z.number().int(),
    /** For whom the person may decide as their deputy now, and how much waits for them. */
    behalf: z.array(z.object({ deputyId: z.string(), name: z.string(), toTime: z.string(), count: z.number().int() })),
  }),
})

/** One thing that waits, as its record tells it, with the steps that this person may take now. */
export const selectInboxRecord = call({
  path: '/user/desk/selectInboxRecord',
  title: '查看待办事项',
  access: signedIn,
  request: body({ kind, recordId: id('记录'), deputyId }),
  response: z.object({
    recordType: z.string(),
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
  request: body({ kind, recordId: id('记录'), deputyId, version: version(), verb, reason: optionalText('意见', 500) }),
  response: z.object({ status: z.string() }),
})

/** The same step on several things of one kind, each for itself: what is refused for one is told. */
export const decideInboxMany = call({
  path: '/user/desk/decideInboxMany',
  title: '批量办理待办事项',
  access: signedIn,
  write: true,
  request: body({ kind, deputyId, ids: z.array(id('记录')).min(1, '请先勾选事项').max(BATCH_STEP, `一次最多办理 ${BATCH_STEP} 件`), verb, reason: optionalText('意见', 500) }),
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

/** Copies of requests that a call marks at most. */
export const COPIES_MARKED = 100

/** Requests that colleagues have sent the person a copy of, newest first. What the person may not read any more has neither title nor link. */
export const selectCopies = call({
  path: '/user/desk/selectCopies',
  title: '查询抄送给我的事项',
  access: signedIn,
  request: body({ unread: z.boolean().optional(), ...page }),
  response: z.object({
    items: z.array(
      z.object({ copyId: z.string(), what: z.string(), title: z.string(), status: z.string().nullable(), from: z.string(), time: z.string(), read: z.boolean(), link: z.string().nullable() }),
    ),
    total: z.number().int(),
    unread: z.number().int(),
  }),
})

/** Marks copies as read, or as unread again. */
export const markCopies = call({
  path: '/user/desk/markCopies',
  title: '标记抄送已读或未读',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ copyIds: z.array(id('抄送')).min(1, '请先勾选抄送').max(COPIES_MARKED, `一次最多标记 ${COPIES_MARKED} 条`), read: z.boolean() }),
  response: done,
})
