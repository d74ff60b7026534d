import { defineView } from '@assoc/federation'

export default defineView({ title: '开票申请', access: 'invoice:apply:read' })
