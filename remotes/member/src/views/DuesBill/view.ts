import { defineView } from '@assoc/federation'

export default defineView({ title: '年度会费账单', access: 'fee:bill:read' })
