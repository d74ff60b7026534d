import { defineView } from '@assoc/federation'

export default defineView({ title: '评审分配', access: 'review:assign:read' })
