import { defineView } from '@assoc/federation'

export default defineView({ title: '票据台账', access: 'invoice:ticket:read' })
