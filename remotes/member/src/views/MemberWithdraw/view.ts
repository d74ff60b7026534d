import { defineView } from '@assoc/federation'

export default defineView({ title: '退会与除名', access: 'member:withdraw:read' })
