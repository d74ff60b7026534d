import { defineView } from '@assoc/federation'

export default defineView({ title: '签到表', access: 'meeting:signIn:read' })
