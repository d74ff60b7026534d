import { defineView } from '@assoc/federation'

export default defineView({ title: '任职预警', access: 'appointment:warning:read' })
