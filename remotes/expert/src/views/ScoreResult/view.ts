import { defineView } from '@assoc/federation'

export default defineView({ title: '评审结果', access: 'review:result:read' })
