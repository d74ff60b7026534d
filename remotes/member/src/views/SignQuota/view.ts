import { defineView } from '@assoc/federation'

export default defineView({ title: '签名与额度', access: 'message:quota:read' })
