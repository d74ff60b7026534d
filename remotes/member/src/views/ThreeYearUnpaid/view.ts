import { defineView } from '@assoc/federation'

export default defineView({ title: '三年未缴名单', access: 'fee:unpaid:read' })
