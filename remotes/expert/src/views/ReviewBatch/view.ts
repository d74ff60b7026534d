import { defineView } from '@assoc/federation'

export default defineView({ title: '评审批次', access: 'review:batch:read' })
