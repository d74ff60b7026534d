import { defineView } from '@assoc/federation'

export default defineView({ title: '在线会话', access: 'rbac:session:read' })
