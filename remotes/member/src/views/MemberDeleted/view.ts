import { defineView } from '@assoc/federation'

export default defineView({ title: '会员回收站', access: 'member:member:delete' })
