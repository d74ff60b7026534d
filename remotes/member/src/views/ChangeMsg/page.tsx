import { changeRequest, changeStatus } from '@assoc/contract/member/change-request'
import { resourcePage, Table, Typography, type RowOfResource } from '@assoc/ui'
import { useChangeFields } from './fields'

type Request = RowOfResource<typeof changeRequest>

const EMPTY = <Typography.Text type="secondary">（空）</Typography.Text>

/** Each item of a request: what stood there, and what is to stand there. */
const Changes = ({ changes }: Request) => (
  <Table
    size="small"
    rowKey="fieldName"
    pagination={false}
    dataSource={[...changes]}
    columns={[
      { title: '变更项', dataIndex: 'label', width: 140 },
      { title: '原值', key: 'old', render: (_none, { oldText }) => oldText ?? EMPTY },
      { title: '改为', key: 'to', width: 56, render: () => '→' },
      { title: '新值', key: 'new', render: (_none, { newText }) => newText ?? EMPTY },
    ]}
  />
)

const LINE = { overflow: 'hidden', textOverflow: 'ellipsis' } as const
/** A line an item; what is cut off stands in the detail. */
const lines = (which: 'label' | 'oldText' | 'newText') => ({ changes }: Request) => changes.map((item) => <div key={item.fieldName} style={LINE} title={item[which] ?? ''}>{item[which] ?? EMPTY}</div>)
const words = (which: 'label' | 'oldText' | 'newText') => ({ changes }: Request) => changes.map((item) => item[which] ?? '（空）').join('；')

/** Changes of records that somebody asks for, one or several fields at a time; passing one writes the record. */
export default resourcePage({
  name: 'member/ChangeMsg',
  title: '变更信息管理',
  resource: changeRequest,
  // A form sends items; a single field is named by calls that know of none.
  form: { except: ['fieldName', 'newValue'] },
  keywordHint: '变更编号或对象名称',
  columns: [
    { field: 'changeNo', width: 150, sortable: true },
    { field: 'targetType', width: 85 },
    { field: 'targetName', width: 115 },
    { field: 'fieldLabel', width: 115, render: lines('label'), text: words('label') },
    { field: 'oldText', title: '原值', width: 140, render: lines('oldText'), text: words('oldText') },
    { field: 'newText', title: '新值', width: 140, render: lines('newText'), text: words('newText') },
    { field: 'changeStatus', width: 95, tag: changeStatus },
    { field: 'submitter', width: 90, hidden: true },
    { field: 'updateTime', width: 150, sortable: true, hidden: true },
  ],
  useFields: useChangeFields,
  initial: { changeItems: [{ fieldName: null, newValue: null }] },
  detail: ['changeNo', 'changeStatus', 'targetType', 'targetName', 'proofFiles', 'submitter', 'remark', 'updateTime'],
  detailWidth: 720,
  inDetail: (row) => <Changes {...row} />,
  texts: {
    pass: '通过后各项一并写入对象的资料，原内容保留在申请中。提交之后对象的这几项又有变化的，不能通过。提交人不能审核自己的申请。',
    reject: '驳回后该申请结束，资料不变。请写明原因。',
    withdraw: '撤回后该申请结束，资料不变。',
  },
})
