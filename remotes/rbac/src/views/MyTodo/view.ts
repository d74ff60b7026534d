import { defineView } from '@assoc/federation'

export default defineView({ title: '我的待办', access: 'signedIn' })
