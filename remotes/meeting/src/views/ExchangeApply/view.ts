import { defineView } from '@assoc/federation'

export default defineView({ title: '交流报名', access: 'exchange:apply:read' })
