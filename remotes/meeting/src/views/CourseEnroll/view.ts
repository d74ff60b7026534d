import { defineView } from '@assoc/federation'

export default defineView({ title: '学习记录', access: 'course:enroll:read' })
