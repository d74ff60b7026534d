import { defineView } from '@assoc/federation'

export default defineView({ title: '表单模板', access: 'form:template:read' })
