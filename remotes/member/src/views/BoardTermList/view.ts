import { defineView } from '@assoc/federation'

export default defineView({ title: '理事会届次', access: 'member:term:read' })
