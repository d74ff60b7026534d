import { defineView } from '@assoc/federation'

export default defineView({ title: '专家评分（初评）', access: 'review:sheet:score' })
