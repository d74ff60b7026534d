import { defineView } from '@assoc/federation'

export default defineView({ title: '红冲管理', access: 'invoice:red:read' })
