import { defineView } from '@assoc/federation'

export default defineView({ title: '__title__', access: '__area__:__entity__:read' })
