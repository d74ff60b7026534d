import { defineView } from '@assoc/federation'

export default defineView({ title: '预约审批', access: 'meeting:reservation:approve' })
