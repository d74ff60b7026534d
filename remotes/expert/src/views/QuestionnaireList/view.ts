import { defineView } from '@assoc/federation'

export default defineView({ title: '问卷列表', access: 'signedIn' })
