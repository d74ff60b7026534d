import { defineView } from '@assoc/federation'

export default defineView({ title: '资料项管理', access: 'member:dataItem:read' })
