import { defineView } from '@assoc/federation'

export default defineView({ title: '辖区申报列表', access: 'declaration:first:audit' })
