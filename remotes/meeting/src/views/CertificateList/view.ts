import { defineView } from '@assoc/federation'

export default defineView({ title: '学时证明', access: 'course:certificate:read' })
