import { defineView } from '@assoc/federation'

export default defineView({ title: '公司管理', access: 'member:company:read' })
