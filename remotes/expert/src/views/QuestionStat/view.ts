import { defineView } from '@assoc/federation'

export default defineView({ title: '问卷统计', access: 'form:answer:read' })
