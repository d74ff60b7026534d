import { defineView } from '@assoc/federation'

export default defineView({ title: '会员档案', access: 'member:archive:read' })
