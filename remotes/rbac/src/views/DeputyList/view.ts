import { defineView } from '@assoc/federation'

export default defineView({ title: '待办代办', access: 'rbac:deputy:read' })
