import { defineView } from '@assoc/federation'

export default defineView({ title: '菜单管理', access: 'rbac:menu:read' })
