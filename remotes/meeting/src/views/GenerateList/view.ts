import { defineView } from '@assoc/federation'

export default defineView({ title: '生成名单', access: 'meeting:registration:read' })
