import { defineView } from '@assoc/federation'

export default defineView({ title: '董事申报详情', access: 'declaration:declare:read' })
