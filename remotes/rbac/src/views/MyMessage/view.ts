import { defineView } from '@assoc/federation'

export default defineView({ title: '我的消息', access: 'signedIn' })
