import { defineView } from '@assoc/federation'

export default defineView({ title: '履职记录', access: 'appointment:duty:read' })
