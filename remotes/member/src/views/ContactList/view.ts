import { defineView } from '@assoc/federation'

export default defineView({ title: '联系人管理', access: 'member:contact:read' })
