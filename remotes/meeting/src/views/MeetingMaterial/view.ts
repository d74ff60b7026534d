import { defineView } from '@assoc/federation'

export default defineView({ title: '会议资料', access: 'meeting:material:read' })
