import { defineView } from '@assoc/federation'

export default defineView({ title: '登录日志', access: 'rbac:loginLog:read' })
