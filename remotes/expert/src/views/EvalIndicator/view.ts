import { defineView } from '@assoc/federation'

export default defineView({ title: '评价指标', access: 'evaluation:scheme:read' })
