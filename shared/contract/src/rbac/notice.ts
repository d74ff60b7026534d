import { signedIn } from '../core/call'
import { choice, choiceField, optionalText } from '../core/fields'
import { resource } from '../core/resource'
import { noticeKind } from '../platform/notice-kind'
import { notificationFields } from '../platform/workspace'

export const readState = choice('阅读状态', { unread: '未读', read: '已读' }, { unread: 'violet', read: 'grey' })

/** All notices of the person, read and unread. */
export const notice = resource({
  name: 'notice',
  label: '消息',
  base: '/user/desk',
  id: 'notificationId',
  fields: {},
  more: notificationFields,
  filters: { keyword: optionalText('标题或内容', 30), readState: readState.schema.optional(), noticeKind: choiceField(noticeKind).optional() },
  sortable: ['createTime'],
  appendOnly: true,
  ownSettings: true,
  access: { read: signedIn, export: signedIn, actions: { read: { label: '标为已读', access: signedIn, atOnce: true } } },
})
