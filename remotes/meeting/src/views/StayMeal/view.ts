import { defineView } from '@assoc/federation'

export default defineView({ title: '住宿用餐', access: 'meeting:stay:read' })
