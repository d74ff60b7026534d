import { defineView } from '@assoc/federation'

export default defineView({ title: '角色管理', access: 'rbac:role:read' })
