import { defineView } from '@assoc/federation'

export default defineView({ title: '参数配置', access: 'rbac:param:read' })
