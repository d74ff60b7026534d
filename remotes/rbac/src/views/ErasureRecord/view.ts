import { defineView } from '@assoc/federation'

export default defineView({ title: '删除记录', access: 'rbac:personal:read' })
