import { defineView } from '@assoc/federation'

export default defineView({ title: '签到场次', access: 'meeting:signSession:update' })
