import { defineView } from '@assoc/federation'

export default defineView({ title: '试用账号管理', access: 'director:trial:read' })
