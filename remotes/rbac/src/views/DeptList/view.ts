import { defineView } from '@assoc/federation'

export default defineView({ title: '部门管理', access: 'rbac:dept:read' })
