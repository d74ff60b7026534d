import { defineView } from '@assoc/federation'

export default defineView({ title: '行业字典', access: 'member:industry:read' })
