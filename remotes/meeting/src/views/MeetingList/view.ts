import { defineView } from '@assoc/federation'

export default defineView({ title: '会议列表', access: 'meeting:meeting:read' })
