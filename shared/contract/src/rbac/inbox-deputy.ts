import { z } from 'zod'
import { body, call, done, nothing, signedIn } from '../core/call'
import { choice, choiceField, id, instant, optionalText, ref, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { userLookup } from './lookups'
import { rbac } from './permits'

/** Days that somebody may be stood in for at most; who is away for longer hands over. */
export const DEPUTY_DAYS_MAX = 90
/** Deputies that one person may have at once, now or later. */
export const DEPUTIES_MAX = 10

export const deputyState = choice('状态', { upcoming: '未开始', active: '代办中', ended: '已结束' }, { upcoming: 'amber', active: 'green', ended: 'grey' })

/** Kinds of requests, as the inbox names them; none chosen stands for all. */
const kinds = withMeta(z.array(z.string().regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/, '事项类别不正确')).max(60, '最多选择 60 类事项'), { label: '事项类别' })
const terms = { fromTime: instant('开始时间'), toTime: instant('结束时间'), kinds, reason: optionalText('说明', 100) }
const more = {
  userName: withMeta(z.string().nullable(), { label: '本人' }),
  deputyName: withMeta(z.string().nullable(), { label: '代办人' }),
  kindLabels: withMeta(z.string(), { label: '代办事项' }),
  deputyState: choiceField(deputyState),
  endTime: withMeta(z.string().nullable(), { label: '提前结束时间', show: 'instant' as const }),
  createName: withMeta(z.string(), { label: '设置人' }),
  createTime: withMeta(z.string(), { label: '设置时间', show: 'instant' as const }),
}

/** Who decides for somebody who is away, from one time to another. People set their own; who holds the permit sets it for those who cannot. */
export const inboxDeputy = resource({
  name: 'inboxDeputy',
  label: '待办代办',
  base: '/user/inboxDeputy',
  id: 'deputyId',
  fields: {
    userId: withMeta(ref('本人', userLookup), { carried: ['userName'] }),
    deputyUserId: withMeta(ref('代办人', userLookup), { carried: ['deputyName'] }),
    ...terms,
  },
  more,
  filters: { userId: ref('本人', userLookup).optional(), deputyUserId: ref('代办人', userLookup).optional() },
  view: 'rbac/DeputyList',
  facts: ['deputyName', 'deputyState', 'fromTime', 'toTime', 'kindLabels'],
  sortable: ['toTime'],
  appendOnly: true,
  access: {
    read: rbac('deputy:read'),
    insert: rbac('deputy:update'),
    export: rbac('deputy:read'),
    actions: { end: { label: '结束代办', access: rbac('deputy:update'), danger: true } },
  },
})

const own = z.object({
  deputyId: id(),
  userName: z.string(),
  deputyName: z.string(),
  fromTime: z.string(),
  toTime: z.string(),
  kindLabels: z.string(),
  reason: z.string().nullable(),
  deputyState: deputyState.schema,
})

/** Who decides for the person, and for whom the person does; those that have ended lately as well. */
export const selectOwnDeputies = call({ path: '/user/inboxDeputy/selectOwnDeputies', title: '查询我的代办设置', access: signedIn, request: nothing, response: z.object({ given: z.array(own), taken: z.array(own) }) })

/** Kinds of requests of the inbox; of one's own only, or all of them for who sets deputies of others. */
export const selectDeputyKinds = call({
  path: '/user/inboxDeputy/selectDeputyKinds',
  title: '查询可代办的事项类别',
  access: signedIn,
  request: body({ all: z.boolean().default(false) }),
  response: z.array(z.object({ key: z.string(), label: z.string(), area: z.string() })),
})

/** Colleagues who hold a permit for something that waits for the person: nobody else could stand in. */
export const selectDeputyCandidates = call({
  path: '/user/inboxDeputy/selectDeputyCandidates',
  title: '查找可代办的同事',
  access: signedIn,
  request: body({ keyword: z.string().trim().max(30) }),
  response: z.array(z.object({ userId: id(), realName: z.string(), deptName: z.string().nullable(), kindLabels: z.array(z.string()) })),
})

export const insertOwnDeputy = call({
  path: '/user/inboxDeputy/insertOwnDeputy',
  title: '设置代办人',
  access: signedIn,
  write: true,
  request: body({ deputyUserId: id('代办人'), ...terms }),
  response: z.object({ deputyId: id() }),
})

/** Ends it before its time: by the person, or by who stands in for them. */
export const endOwnDeputy = call({ path: '/user/inboxDeputy/endOwnDeputy', title: '结束代办', access: signedIn, write: true, request: body({ deputyId: id() }), response: done })
