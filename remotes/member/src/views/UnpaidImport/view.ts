import { defineView } from '@assoc/federation'

export default defineView({ title: '欠费导入', access: 'fee:unpaid:read' })
