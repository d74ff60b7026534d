import { defineView } from '@assoc/federation'

export default defineView({ title: '需求信息审核', access: 'director:demand:read' })
