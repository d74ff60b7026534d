import { defineView } from '@assoc/federation'

export default defineView({ title: '退订名单', access: 'message:optOut:read' })
