import { defineView } from '@assoc/federation'

export default defineView({ title: '归档管理', access: 'member:archive:update' })
