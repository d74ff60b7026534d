import { defineView } from '@assoc/federation'

export default defineView({ title: '发票抬头', access: 'invoice:head:read' })
