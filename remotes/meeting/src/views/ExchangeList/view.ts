import { defineView } from '@assoc/federation'

export default defineView({ title: '交流活动', access: 'exchange:mine:use' })
