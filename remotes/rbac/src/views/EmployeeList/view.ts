import { defineView } from '@assoc/federation'

export default defineView({ title: '员工管理', access: 'rbac:employee:read' })
