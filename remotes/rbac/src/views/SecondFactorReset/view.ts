import { defineView } from '@assoc/federation'

export default defineView({ title: '二次验证重置', access: 'rbac:user:resetFactor' })
