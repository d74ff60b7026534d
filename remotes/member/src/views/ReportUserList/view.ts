import { defineView } from '@assoc/federation'

export default defineView({ title: '报告用户列表', access: 'report:user:read' })
