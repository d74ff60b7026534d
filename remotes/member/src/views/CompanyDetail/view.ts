import { defineView } from '@assoc/federation'

export default defineView({ title: '公司详情', access: 'member:company:read' })
