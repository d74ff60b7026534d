import { defineView } from '@assoc/federation'

export default defineView({ title: '表单预览', access: 'form:template:read' })
