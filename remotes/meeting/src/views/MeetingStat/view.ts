import { defineView } from '@assoc/federation'

export default defineView({ title: '会议统计', access: 'meeting:stat:read' })
