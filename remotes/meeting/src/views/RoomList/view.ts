import { defineView } from '@assoc/federation'

export default defineView({ title: '会议室列表', access: 'meeting:room:read' })
