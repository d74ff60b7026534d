import { defineView } from '@assoc/federation'

export default defineView({ title: '企业用户认证', access: 'director:enterprise:read' })
