import { defineView } from '@assoc/federation'

export default defineView({ title: '独立董事用户审核', access: 'director:user:read' })
