import { defineView } from '@assoc/federation'

export default defineView({ title: '申报列表', access: 'declaration:declare:manage' })
