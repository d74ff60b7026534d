import { defineView } from '@assoc/federation'

export default defineView({ title: '会费余额', access: 'fee:balance:read' })
