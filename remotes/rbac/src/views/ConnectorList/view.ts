import { defineView } from '@assoc/federation'

export default defineView({ title: '连接', access: 'rbac:connector:read' })
