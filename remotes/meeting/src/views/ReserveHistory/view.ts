import { defineView } from '@assoc/federation'

export default defineView({ title: '预约历史', access: 'meeting:reservation:read' })
