import { defineView } from '@assoc/federation'

export default defineView({ title: '编辑会议', access: 'meeting:meeting:update' })
