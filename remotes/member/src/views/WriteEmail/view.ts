import { defineView } from '@assoc/federation'

export default defineView({ title: '写邮件', access: 'message:mail:write' })
