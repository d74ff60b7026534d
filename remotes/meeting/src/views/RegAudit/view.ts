import { defineView } from '@assoc/federation'

export default defineView({ title: '报名审核', access: 'meeting:registration:audit' })
