import { defineView } from '@assoc/federation'

export default defineView({ title: '我的会议', access: 'meeting:mine:use' })
