import { defineView } from '@assoc/federation'

export default defineView({ title: '会议室预约', access: 'meeting:reservation:read' })
