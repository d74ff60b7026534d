import { defineView } from '@assoc/federation'

export default defineView({ title: '公示管理', access: 'evaluation:publicity:read' })
