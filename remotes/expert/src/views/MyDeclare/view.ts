import { defineView } from '@assoc/federation'

export default defineView({ title: '我的申报', access: 'declaration:mine:update' })
