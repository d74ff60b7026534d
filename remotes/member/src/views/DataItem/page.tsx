import { dataItem, dataItemStatus, PAPER_MB } from '@assoc/contract/member/data-item'
import { resourcePage } from '@assoc/ui'

/** Documents that a business asks for. */
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
  fields: {
    bizType: { help: '入会申请和独立董事登记按此收取材料；登记表单随即改变' },
    requiredFlag: { help: '必传的，提交和批准时须已上传' },
    maxSizeMb: { help: `单个文件最多 ${PAPER_MB} MB，更大的按此执行` },
  },
  initial: { maxSizeMb: 10, sortNo: 100, requiredFlag: true, fileExts: ['pdf'] },
  texts: { disable: '停用后办理业务时不再要求此项，已上传的文件不受影响。', delete: '删除后不能恢复，已上传的文件不受影响。' },
})
