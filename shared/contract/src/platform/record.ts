import { z } from 'zod'
import { body, call, done, signedIn, type CallDefinition } from '../core/call'
import { id, ref, text, withMeta, type Tone } from '../core/fields'
import { fileItem } from '../core/files'

/**
 * What the page of a record shows beside its fields: process, related records, timeline and notes. Each call names the record by
 * the name of its resource and its id; whoever may not read that record is told that it is not there.
 */
const record = { recordType: z.string().regex(/^[a-z][A-Za-z]{1,30}$/, '记录类型不正确'), recordId: id() }

/** Characters of a note, and colleagues whom one note may name. */
export const NOTE_MAX = 500
export const MENTIONS_MAX = 10
/** Minutes in which a note can still be taken back, so that nobody reads it any more; afterwards it is only marked as withdrawn. */
export const RETRACT_MINUTES = 10
/** Colleagues that a search for whom to name finds at most. */
export const READERS_FOUND = 8
/** Rows of a related list that a record shows. */
export const RELATED_ROWS = 5

const tone = z.string() as unknown as z.ZodType<Tone, Tone>
const tag = z.object({ label: z.string(), tone })

/** A step that was carried out. */
const step = z.object({
  label: z.string(),
  /** The status that it led to. */
  to: tag.nullable(),
  userName: z.string(),
  time: z.string(),
  reason: z.string().nullable(),
  reasonLabel: z.string(),
  /** Seconds since the step before it; null for the first. */
  seconds: z.number().int().nullable(),
})

export const selectRecordProcess = call({
  path: '/user/record/selectRecordProcess',
  title: '查看办理过程',
  access: signedIn,
  request: body(record),
  response: z
    .object({
      steps: z.array(step),
      now: z.object({
        status: tag,
        /** When it came into this status; null where the log does not tell. */
        since: z.string().nullable(),
        /** Somebody has to see to it. */
        open: z.boolean(),
        /** The person who asks may carry a step out. */
        mine: z.boolean(),
        /** Who may as well: colleagues by name, others by their role; `more` of both are not named. */
        names: z.array(z.string()),
        roles: z.array(z.string()),
        more: z.number().int(),
      }),
      /** Statuses that are ahead when nothing goes wrong. */
      ahead: z.array(z.string()),
    })
    .nullable(),
})

const timelineItem = z.object({
  key: z.string(),
  kind: z.enum(['change', 'note', 'message', 'file']),
  time: z.string(),
  userName: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  textLabel: z.string().nullable(),
  /** Fields that changed, with the label of the contract; personal data is masked. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  files: z.array(fileItem),
  note: z
    .object({
      noteId: id(),
      mentioned: z.array(z.string()),
      /** Taken back: nobody reads it any more. Withdrawn: it stands there, crossed out. */
      state: z.enum(['shown', 'retracted', 'withdrawn']),
      mine: z.boolean(),
    })
    .nullable(),
})
export type TimelineItem = z.output<typeof timelineItem>

/** What happened to a record, newest first: changes, notes, messages, files. */
export const selectRecordTimeline = call({
  path: '/user/record/selectRecordTimeline',
  title: '查看记录动态',
  access: signedIn,
  request: body({ ...record, limit: z.number().int().min(1).max(500).default(30) }),
  response: z.object({ items: z.array(timelineItem), more: z.boolean() }),
})

/** Records that this one refers to, and lists of those that refer to it, with their numbers; lists that the person may not read do not stand there. */
export const selectRecordRelated = call({
  path: '/user/record/selectRecordRelated',
  title: '查看关联记录',
  access: signedIn,
  request: body(record),
  response: z.object({
    up: z.array(z.object({ label: z.string(), name: z.string(), link: z.string().nullable() })),
    lists: z.array(z.object({ key: z.string(), title: z.string(), total: z.number().int() })),
  }),
})

/** The first rows of one of the lists, and the way to all of them. */
export const selectRelatedRows = call({
  path: '/user/record/selectRelatedRows',
  title: '查看关联列表',
  access: signedIn,
  request: body({ ...record, key: z.string().max(80) }),
  response: z.object({
    columns: z.array(z.object({ title: z.string(), align: z.enum(['left', 'right']) })),
    rows: z.array(z.object({ key: z.string(), name: z.string(), link: z.string().nullable(), status: tag.nullable(), cells: z.array(z.string()) })),
    total: z.number().int(),
    /** The list with its filter; null where the person has no such page. */
    link: z.string().nullable(),
  }),
})

/** Colleagues who may read the record, by name or account: whom a note may name. */
export const selectNoteReaders = call({
  path: '/user/record/selectNoteReaders',
  title: '查找可提醒的同事',
  access: signedIn,
  request: body({ ...record, keyword: z.string().trim().max(30) }),
  response: z.array(z.object({ userId: id(), realName: z.string(), deptName: z.string().nullable() })),
})

const PERSONAL = /(?<!\d)(?:1[3-9]\d{9}|\d{15,19}[Xx]?|\d{17}[Xx])(?!\d)|[\w.+-]@[\w-]/

/** The text of a note. Numbers of people have fields of their own, which mask, reveal and destroy them; a note could not. */
export const noteText = withMeta(
  text('备注', NOTE_MAX).refine((value) => !PERSONAL.test(value), '备注中不要写手机号码、证件号码、银行账号或邮箱，请记在相应的字段中'),
  { label: '备注', show: 'longText' },
)

const write = { access: signedIn, write: true } as const satisfies Partial<CallDefinition<z.ZodType, z.ZodType>>

export const insertRecordNote = call({
  ...write,
  path: '/user/record/insertRecordNote',
  title: '添加备注',
  request: body({ ...record, content: noteText, mentionIds: z.array(id('同事')).max(MENTIONS_MAX, `一次最多提醒 ${MENTIONS_MAX} 位同事`).default([]) }),
  response: z.object({ noteId: id() }),
})

/** Takes an own note back, within RETRACT_MINUTES; afterwards it stays, marked as withdrawn. */
export const withdrawRecordNote = call({
  ...write,
  path: '/user/record/withdrawRecordNote',
  title: '撤回备注',
  request: body({ noteId: ref('备注', 'recordNote') }),
  response: done,
})

/** Colleagues whom one call sends a copy. */
export const COPIES_MAX = 10

/** Who has been sent a copy of the record, and whether they have read it. */
export const selectRecordCopies = call({
  path: '/user/record/selectRecordCopies',
  title: '查看抄送',
  access: signedIn,
  request: body(record),
  response: z.array(z.object({ userName: z.string(), fromName: z.string(), time: z.string(), read: z.boolean() })),
})

/** Sends colleagues who may read the record a copy of it: a notice, and its place among their copies. Who has one already is left as they are. */
export const insertRecordCopies = call({
  ...write,
  path: '/user/record/insertRecordCopies',
  title: '抄送',
  request: body({ ...record, userIds: z.array(id('同事')).min(1, '请选择同事').max(COPIES_MAX, `一次最多抄送 ${COPIES_MAX} 位同事`) }),
  response: z.object({ added: z.number().int() }),
})
