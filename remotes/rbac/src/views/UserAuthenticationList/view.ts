import { defineView } from '@assoc/federation'

export default defineView({ title: '用户认证列表', access: 'rbac:user:confirm' })
