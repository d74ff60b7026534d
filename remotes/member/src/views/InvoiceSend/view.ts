import { defineView } from '@assoc/federation'

export default defineView({ title: '发票发送', access: 'invoice:send:read' })
