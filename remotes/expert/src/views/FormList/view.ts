import { defineView } from '@assoc/federation'

export default defineView({ title: '表单列表', access: 'form:round:read' })
