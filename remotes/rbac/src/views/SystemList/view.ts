import { defineView } from '@assoc/federation'

export default defineView({ title: '接入系统', access: 'rbac:system:read' })
