import { defineView } from '@assoc/federation'

export default defineView({ title: '入会申请审核', access: 'member:apply:read' })
