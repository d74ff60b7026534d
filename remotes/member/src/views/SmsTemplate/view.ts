import { defineView } from '@assoc/federation'

export default defineView({ title: '短信模板', access: 'message:template:read' })
