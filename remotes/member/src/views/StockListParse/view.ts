import { defineView } from '@assoc/federation'

export default defineView({ title: '证券列表解析', access: 'member:company:import' })
