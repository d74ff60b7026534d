import { defineView } from '@assoc/federation'

export default defineView({ title: '会员专属用户', access: 'member:exclusive:read' })
