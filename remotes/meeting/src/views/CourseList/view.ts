import { defineView } from '@assoc/federation'

export default defineView({ title: '课程列表', access: 'course:course:read' })
