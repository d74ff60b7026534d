import { defineView } from '@assoc/federation'

export default defineView({ title: '会员类别管理', access: 'member:category:read' })
