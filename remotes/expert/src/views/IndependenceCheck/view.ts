import { defineView } from '@assoc/federation'

export default defineView({ title: '独立性自查', access: 'appointment:check:read' })
