import { defineView } from '@assoc/federation'

export default defineView({ title: '收件人分组', access: 'message:audience:read' })
