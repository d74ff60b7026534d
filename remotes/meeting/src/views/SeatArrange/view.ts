import { defineView } from '@assoc/federation'

export default defineView({ title: '座位安排', access: 'meeting:seat:read' })
