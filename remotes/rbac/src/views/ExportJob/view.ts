import { defineView } from '@assoc/federation'

export default defineView({ title: '导出任务', access: 'signedIn' })
