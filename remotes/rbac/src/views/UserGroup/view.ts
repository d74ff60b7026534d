import { defineView } from '@assoc/federation'

export default defineView({ title: '用户组管理', access: 'rbac:usergroup:read' })
