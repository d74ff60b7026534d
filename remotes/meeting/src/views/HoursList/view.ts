import { defineView } from '@assoc/federation'

export default defineView({ title: '学时台账', access: 'course:hours:read' })
