import { defineView } from '@assoc/federation'

export default defineView({ title: '会费统计', access: 'fee:stat:read' })
