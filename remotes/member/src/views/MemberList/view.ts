import { defineView } from '@assoc/federation'

export default defineView({ title: '会员列表', access: 'member:member:read' })
