import { defineView } from '@assoc/federation'

export default defineView({ title: '董事基础信息', access: 'appointment:person:read' })
