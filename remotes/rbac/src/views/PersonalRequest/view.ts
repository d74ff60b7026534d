import { defineView } from '@assoc/federation'

export default defineView({ title: '个人信息注销', access: 'rbac:personal:read' })
