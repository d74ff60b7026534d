import { defineView } from '@assoc/federation'

export default defineView({ title: '会费减免', access: 'fee:reduction:read' })
