import { defineView } from '@assoc/federation'

export default defineView({ title: '指标字典', access: 'member:industry:read' })
