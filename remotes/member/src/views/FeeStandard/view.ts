import { defineView } from '@assoc/federation'

export default defineView({ title: '会费标准', access: 'fee:standard:read' })
