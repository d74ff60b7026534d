import { dataItem, dataItemStatus } from '@assoc/contract/member/data-item'
import { resourcePage } from '@assoc/ui/data'

/** Papers that a business asks for. */
export default resourcePage({
  name: 'member/DataItem',
  title: '资料项管理',
  resource: dataItem,
  columns: [
    { field: 'itemName', width: 170, sortable: true },
    { field: 'bizType', width: 110 },
    { field: 'requiredFlag', width: 90 },
    { field: 'fileExts', width: 150, render: ({ fileExts }) => fileExts.join('、') },
    { field: 'maxSizeMb', width: 145, editable: true },
    { field: 'sortNo', width: 90, sortable: true, editable: true },
    { field: 'dataItemStatus', width: 100, tag: dataItemStatus },
    { field: 'remark', width: 160 },
  ],
  initial: { maxSizeMb: 10, sortNo: 100, requiredFlag: true, fileExts: ['pdf'] },
  texts: { disable: '停用后办理业务时不再要求此项，已上传的文件不受影响。', delete: '删除后不能恢复，已上传的文件不受影响。' },
})
