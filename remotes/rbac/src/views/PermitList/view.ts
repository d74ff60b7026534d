import { defineView } from '@assoc/federation'

export default defineView({ title: '权限管理', access: 'rbac:permit:read' })
