import { defineView } from '@assoc/federation'

export default defineView({ title: '数据库操作', access: 'rbac:maintenance:read' })
