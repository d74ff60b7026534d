import { defineView } from '@assoc/federation'

export default defineView({ title: '需求详情', access: 'director:demand:read' })
