import { defineView } from '@assoc/federation'

export default defineView({ title: '催缴记录', access: 'fee:unpaid:read' })
