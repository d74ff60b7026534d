import { defineView } from '@assoc/federation'

export default defineView({ title: '评价等级', access: 'evaluation:scheme:read' })
