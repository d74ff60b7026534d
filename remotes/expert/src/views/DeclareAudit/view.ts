import { defineView } from '@assoc/federation'

export default defineView({ title: '申报审核', access: 'declaration:second:audit' })
