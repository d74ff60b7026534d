import { z } from 'zod'
import { body, call, done, pageOf, pageQuery, signedIn } from '../core/call'
import { id, text, withMeta } from '../core/fields'

/** Keys under which a person's settings are kept: console-wide ones, and the columns and views of each list or part of a view. */
const preferenceKey = z.string().regex(/^(appearance|favourites|tabs|home|record|(list|view)\/[a-z]+\/[A-Za-z0-9]{1,60}(\/[A-Za-z0-9]{1,40})?)$/, '设置名称不正确')
const jsonValue = z.json()

/** All settings of the person: appearance, favourites, columns of lists. */
export const selectPreferences = call({
  path: '/user/desk/selectPreferences',
  title: '读取个人设置',
  access: signedIn,
  request: body({}),
  response: z.record(z.string(), jsonValue),
})

/** Keeps one setting; null removes it. At most 20 KB each. */
export const savePreference = call({
  path: '/user/desk/savePreference',
  title: '保存个人设置',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ key: preferenceKey, value: jsonValue }),
  response: done,
})

/** What waits for the person in all areas, each with the list that shows just it; nothing that is none. */
export const selectTodos = call({
  path: '/user/desk/selectTodos',
  title: '查询本人待办',
  access: signedIn,
  background: true,
  home: 'todo',
  request: body({}),
  response: z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() })),
})

/** Records of all areas that the palette offers for a keyword, kind by kind, a few of each: those that the person may read. */
export const searchRecords = call({
  path: '/user/desk/searchRecords',
  title: '搜索记录',
  access: signedIn,
  home: 'search',
  request: body({ keyword: text('关键字', 50) }),
  response: z.array(z.object({ group: z.string(), label: z.string(), hint: z.string(), link: z.string() })),
})

const draftKey = z.string().regex(/^[a-z]+\/[A-Za-z0-9]{1,60}(\/[A-Za-z0-9_-]{1,40}){0,2}$/, '草稿名称不正确')

export const selectDraft = call({
  path: '/user/desk/selectDraft',
  title: '读取草稿',
  access: signedIn,
  request: body({ key: draftKey }),
  response: z.object({ content: jsonValue, savedTime: z.string() }).nullable(),
})

export const saveDraft = call({
  path: '/user/desk/saveDraft',
  title: '保存草稿',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ key: draftKey, content: jsonValue }),
  response: z.object({ savedTime: z.string() }),
})

export const deleteDraft = call({
  path: '/user/desk/deleteDraft',
  title: '删除草稿',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ key: draftKey }),
  response: done,
})

export const notificationFields = {
  title: withMeta(z.string(), { label: '标题' }),
  content: withMeta(z.string(), { label: '内容' }),
  /** Path inside the console that the notice opens; empty when there is none. */
  link: z.string(),
  read: withMeta(z.boolean(), { label: '已读' }),
  createTime: withMeta(z.string(), { label: '时间', show: 'instant' }),
}

/** The newest notices for the bell; the page of all of them is a resource (rbac/notice). */
export const selectNotificationByPage = call({
  path: '/user/desk/selectNotificationByPage',
  title: '查询通知',
  access: signedIn,
  request: pageQuery({ unreadOnly: z.boolean().optional() }, ['createTime']),
  response: pageOf(z.object({ notificationId: id(), ...notificationFields })).extend({ unread: z.number().int() }),
})

/** How many notices are unread, for the bell of an open page. */
export const countUnread = call({
  path: '/user/desk/countUnread',
  title: '查询未读通知数',
  access: signedIn,
  background: true,
  request: body({}),
  response: z.object({ unread: z.number().int() }),
})

/** Marks notices read; all of them when none is named. */
export const readNotifications = call({
  path: '/user/desk/readNotifications',
  title: '通知标为已读',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ notificationIds: z.array(id()).max(200).optional() }),
  response: done,
})

/** A load failure or script error that a browser saw; kept in the server's log, not in the database. */
export const reportClientError = call({
  path: '/user/desk/reportClientError',
  title: '上报页面错误',
  access: signedIn,
  background: true,
  request: body({
    kind: z.enum(['remote', 'chunk', 'render', 'script']),
    message: z.string().max(500),
    menuLink: z.string().max(100).optional(),
    version: z.string().max(80).optional(),
  }),
  response: done,
})
