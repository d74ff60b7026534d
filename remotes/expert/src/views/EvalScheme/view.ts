import { defineView } from '@assoc/federation'

export default defineView({ title: '评价方案', access: 'evaluation:scheme:read' })
