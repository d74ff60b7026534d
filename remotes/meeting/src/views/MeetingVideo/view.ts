import { defineView } from '@assoc/federation'

export default defineView({ title: '会议视频', access: 'meeting:video:read' })
