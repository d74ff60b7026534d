import { defineView } from '@assoc/federation'

export default defineView({ title: '报告列表', access: 'report:report:read' })
