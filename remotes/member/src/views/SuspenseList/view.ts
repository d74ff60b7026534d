import { defineView } from '@assoc/federation'

export default defineView({ title: '待认领款项', access: 'fee:suspense:read' })
