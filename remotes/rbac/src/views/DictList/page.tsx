import { dict, dictItem, dictStatus, itemStatus } from '@assoc/contract/rbac/dict'
import { resourcePage, ResourcePart } from '@assoc/ui'

/** Dictionaries; the items of one stand in its detail. */
export default resourcePage({
  name: 'rbac/DictList',
  title: '字典管理',
  resource: dict,
  keywordHint: '编码或名称',
  columns: [
    { field: 'dictName', width: 170, sortable: true },
    { field: 'dictCode', width: 170, sortable: true },
    { field: 'itemCount', width: 95 },
    { field: 'builtIn', width: 75 },
    { field: 'dictStatus', width: 100, tag: dictStatus },
    { field: 'remark', width: 230 },
  ],
  fields: { dictCode: { help: '程序按编码使用字典，启用后请勿随意修改' } },
  texts: { disable: '停用后不能再选用其中的值，已有的数据不受影响。', delete: '字典及其全部字典项将一并删除，不能恢复。' },
  actions: (row, { open }) => [{ key: 'items', label: '字典项', opens: true, onClick: () => open(row) }],
  detailWidth: 960,
  inDetail: ({ dictId }) => (
    <ResourcePart
      name="rbac/DictList/items"
      title="字典项"
      resource={dictItem}
      search={[]}
      fixed={{ dictId }}
      columns={[
        { field: 'itemLabel', width: 180, editable: true },
        { field: 'itemValue', width: 120, sortable: true },
        { field: 'sortNo', width: 90, sortable: true, editable: true },
        { field: 'itemStatus', width: 90, tag: itemStatus },
        { field: 'remark', width: 160, editable: true },
      ]}
      initial={{ sortNo: 10 }}
    />
  ),
})
