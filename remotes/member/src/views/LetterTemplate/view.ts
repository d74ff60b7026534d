import { defineView } from '@assoc/federation'

export default defineView({ title: '文书模板', access: 'fee:letter:read' })
