import { optionalText } from '../core/fields'
import { resource } from '../core/resource'
import { sessionFields } from '../platform/session'
import { rbac } from './permits'

/** Who is signed in now, within the data scope of people. Sessions are made by signing in and ended by anybody who may. */
export const onlineSession = resource({
  name: 'onlineSession',
  label: '会话',
  fileTitle: '在线会话',
  base: '/user/session',
  id: 'sessionId',
  fields: {},
  more: sessionFields,
  filters: { keyword: optionalText('账号、姓名或地址', 50) },
  sortable: ['lastSeenTime', 'createTime'],
  appendOnly: true,
  access: {
    read: rbac('session:read'),
    export: rbac('session:read'),
    actions: { kick: { label: '强制下线', access: rbac('session:kick'), danger: true } },
  },
})
