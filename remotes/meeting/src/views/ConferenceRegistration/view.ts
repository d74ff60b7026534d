import { defineView } from '@assoc/federation'

export default defineView({ title: '会议报名', access: 'meeting:mine:use' })
