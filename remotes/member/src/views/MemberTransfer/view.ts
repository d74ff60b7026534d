import { defineView } from '@assoc/federation'

export default defineView({ title: '会籍转移', access: 'member:transfer:read' })
