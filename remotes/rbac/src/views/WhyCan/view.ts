import { defineView } from '@assoc/federation'

export default defineView({ title: '权限解释', access: 'rbac:why:read' })
