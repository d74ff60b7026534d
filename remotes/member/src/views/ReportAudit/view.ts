import { defineView } from '@assoc/federation'

export default defineView({ title: '报告审核', access: 'report:report:audit' })
