import { z } from 'zod'
import { body, call, done, pageOf, pageQuery, signedIn } from '../core/call'
import { choiceField, flag, id, instant, text, withMeta } from '../core/fields'
import { noticeKind, snoozeFor } from './notice-kind'

/** Keys under which a person's settings are kept: console-wide ones, and the columns and views of each list or part of a view. */
const preferenceKey = z.string().regex(/^(appearance|favourites|tabs|tour|home|record|sums|(list|view)\/[a-z]+\/[A-Za-z0-9]{1,60}(\/[A-Za-z0-9]{1,40})?)$/, '设置名称不正确')
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
  form: 'DELETE',
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
  noticeKind: choiceField(noticeKind),
  read: withMeta(z.boolean(), { label: '已读' }),
  /** Put aside until then; what lies behind has come back. */
  snoozedUntil: withMeta(z.string().nullable(), { label: '稍后提醒', show: 'instant' }),
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
  form: 'GET',
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
  response: z.object({ readTime: z.string() }),
})

/** Takes a marking back: the notices that were marked read at that time are unread again. */
export const unreadNotifications = call({
  path: '/user/desk/unreadNotifications',
  title: '通知恢复未读',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ readTime: instant('标记时间') }),
  response: done,
})

/** Puts notices aside until a time that the server's clock tells, then they come back unread; without a time they come back now. */
export const snoozeNotifications = call({
  path: '/user/desk/snoozeNotifications',
  title: '稍后提醒',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ notificationIds: z.array(id()).min(1).max(200), until: choiceField(snoozeFor).nullable() }),
  response: z.object({ until: z.string().nullable() }),
})

const ways = { console: flag('控制台'), mail: flag('邮件'), im: flag('办公平台') }

/** Which kinds of notices reach the person on which way, and which ways there are for them. */
export const selectNoticeChoices = call({
  path: '/user/desk/selectNoticeChoices',
  title: '查询消息接收设置',
  access: signedIn,
  request: body({}),
  response: z.object({
    items: z.array(z.object({ noticeKind: choiceField(noticeKind), ...ways })),
    hasEmail: z.boolean(),
    /** Messengers that the person has bound, by their names. */
    messengers: z.array(z.string()),
  }),
})

export const saveNoticeChoice = call({
  path: '/user/desk/saveNoticeChoice',
  title: '保存消息接收设置',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ noticeKind: choiceField(noticeKind), ...ways }),
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
