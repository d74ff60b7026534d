import { defineView } from '@assoc/federation'

export default defineView({ title: '专家评分（申报）', access: 'review:sheet:score' })
