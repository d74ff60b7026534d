import { defineView } from '@assoc/federation'

export default defineView({ title: '编辑表格表单', access: 'form:template:read' })
