import { defineView } from '@assoc/federation'

export default defineView({ title: '讲师管理', access: 'meeting:lecturer:read' })
