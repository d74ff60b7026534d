import { defineView } from '@assoc/federation'

export default defineView({ title: '操作日志', access: 'rbac:audit:read' })
