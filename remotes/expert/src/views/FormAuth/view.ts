import { defineView } from '@assoc/federation'

export default defineView({ title: '表单认证', access: 'form:answer:read' })
