import { defineView } from '@assoc/federation'

export default defineView({ title: '会员统计', access: 'member:stat:read' })
