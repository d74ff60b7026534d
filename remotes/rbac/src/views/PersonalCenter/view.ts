import { defineView } from '@assoc/federation'

export default defineView({ title: '个人中心', access: 'signedIn' })
