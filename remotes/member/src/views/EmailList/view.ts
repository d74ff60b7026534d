import { defineView } from '@assoc/federation'

export default defineView({ title: '邮件列表', access: 'message:mail:read' })
