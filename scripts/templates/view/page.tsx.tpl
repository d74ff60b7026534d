import { __entity__ } from '@assoc/contract/__area__/__kebab__'
import { resourcePage } from '@assoc/ui'

/** __title__. */
export default resourcePage({
  name: '__area__/__View__',
  title: '__title__',
  resource: __entity__,
  keywordHint: '__name__名称或拼音首字母',
  columns: [
    { field: '__entity__Name', width: 220, sortable: true },
    { field: 'remark', width: 260 },
    { field: 'updateTime', width: 160, sortable: true },
  ],
  defaultSort: { field: 'updateTime', order: 'desc' },
})
