import { defineView } from '@assoc/federation'

export default defineView({ title: '岗位管理', access: 'rbac:post:read' })
