import { defineView } from '@assoc/federation'

export default defineView({ title: '申报管理详情', access: 'declaration:declare:read' })
