import { defineView } from '@assoc/federation'

export default defineView({ title: '学员管理', access: 'course:learner:read' })
