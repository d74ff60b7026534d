import { defineView } from '@assoc/federation'

export default defineView({ title: '董事评级结果', access: 'evaluation:grade:read' })
