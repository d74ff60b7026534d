import { defineView } from '@assoc/federation'

export default defineView({ title: '回避管理', access: 'review:recusal:read' })
