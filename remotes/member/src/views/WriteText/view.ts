import { defineView } from '@assoc/federation'

export default defineView({ title: '写短信', access: 'message:sms:write' })
