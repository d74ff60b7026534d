import { defineView } from '@assoc/federation'

export default defineView({ title: '联系人二维码', access: 'member:qrCode:read' })
