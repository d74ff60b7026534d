import { defineView } from '@assoc/federation'

export default defineView({ title: '征文专家管理', access: 'expert:pool:read' })
