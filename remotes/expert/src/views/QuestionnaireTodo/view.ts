import { defineView } from '@assoc/federation'

export default defineView({ title: '待填问卷', access: 'signedIn' })
