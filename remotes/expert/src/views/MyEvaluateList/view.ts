import { defineView } from '@assoc/federation'

export default defineView({ title: '评价列表', access: 'signedIn' })
