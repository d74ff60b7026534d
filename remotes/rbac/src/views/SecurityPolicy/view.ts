import { defineView } from '@assoc/federation'

export default defineView({ title: '安全策略', access: 'rbac:security:read' })
