import { defineView } from '@assoc/federation'

export default defineView({ title: '发件箱', access: 'rbac:outbox:read' })
