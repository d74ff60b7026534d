import { defineView } from '@assoc/federation'

export default defineView({ title: '任职管理', access: 'appointment:term:read' })
