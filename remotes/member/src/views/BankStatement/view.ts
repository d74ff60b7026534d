import { defineView } from '@assoc/federation'

export default defineView({ title: '银行流水', access: 'fee:bank:read' })
