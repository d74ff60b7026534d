import { defineView } from '@assoc/federation'

export default defineView({ title: '专家管理表单', access: 'expert:pool:read' })
