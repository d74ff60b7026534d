import { defineView } from '@assoc/federation'

export default defineView({ title: '短信列表', access: 'message:sms:read' })
