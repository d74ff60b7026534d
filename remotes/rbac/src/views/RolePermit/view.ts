import { defineView } from '@assoc/federation'

export default defineView({ title: '角色权限', access: 'rbac:role:read' })
