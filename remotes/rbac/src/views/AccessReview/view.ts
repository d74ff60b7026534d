import { defineView } from '@assoc/federation'

export default defineView({ title: '权限复核', access: 'rbac:accessReview:read' })
