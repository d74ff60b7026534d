import { defineView } from '@assoc/federation'

export default defineView({ title: '邮件模板', access: 'message:template:read' })
