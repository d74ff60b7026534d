import { defineView } from '@assoc/federation'

export default defineView({ title: '日志管理', access: 'declaration:log:read' })
