import { defineView } from '@assoc/federation'

export default defineView({ title: '会议审批', access: 'meeting:meeting:approve' })
