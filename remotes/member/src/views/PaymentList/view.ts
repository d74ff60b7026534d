import { defineView } from '@assoc/federation'

export default defineView({ title: '缴费记录', access: 'fee:payment:read' })
