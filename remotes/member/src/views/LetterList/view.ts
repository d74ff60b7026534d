import { defineView } from '@assoc/federation'

export default defineView({ title: '会员文书', access: 'fee:letter:read' })
