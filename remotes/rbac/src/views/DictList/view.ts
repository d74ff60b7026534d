import { defineView } from '@assoc/federation'

export default defineView({ title: '字典管理', access: 'rbac:dict:read' })
