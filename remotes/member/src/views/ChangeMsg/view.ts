import { defineView } from '@assoc/federation'

export default defineView({ title: '变更信息管理', access: 'director:change:read' })
