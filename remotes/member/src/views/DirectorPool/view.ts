import { defineView } from '@assoc/federation'

export default defineView({ title: '独董人才库', access: 'director:user:read' })
