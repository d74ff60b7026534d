import { defineView } from '@assoc/federation'

export default defineView({ title: '报名查询', access: 'meeting:registration:read' })
