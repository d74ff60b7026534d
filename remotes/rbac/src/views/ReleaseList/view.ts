import { defineView } from '@assoc/federation'

export default defineView({ title: '应用发布', access: 'rbac:release:read' })
