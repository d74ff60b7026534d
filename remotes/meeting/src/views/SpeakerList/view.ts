import { defineView } from '@assoc/federation'

export default defineView({ title: '演讲嘉宾', access: 'meeting:speaker:read' })
