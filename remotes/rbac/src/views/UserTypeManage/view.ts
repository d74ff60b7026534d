import { defineView } from '@assoc/federation'

export default defineView({ title: '用户类型管理', access: 'rbac:user:read' })
