import { defineView } from '@assoc/federation'

export default defineView({ title: '专家管理', access: 'expert:pool:read' })
