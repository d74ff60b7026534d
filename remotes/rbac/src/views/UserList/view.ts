import { defineView } from '@assoc/federation'

export default defineView({ title: '用户管理', access: 'rbac:user:read' })
