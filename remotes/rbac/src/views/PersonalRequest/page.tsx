import { personalRequest, previewErasure, requestStatus } from '@assoc/contract/rbac/personal'
import { session } from '@assoc/session'
import { Alert, FailedToLoad, Flex, resourcePage, Skeleton, Tag, Typography, useAnswer } from '@assoc/ui'
import { FateTable } from '../../lib/FateTable'
import { ExportPerson } from './ExportPerson'
import { NewRequest } from './NewRequest'

/** Requests of people that what is known of them be erased; one asks, another one carries it out. */
export default resourcePage({
  name: 'rbac/PersonalRequest',
  title: '个人信息注销',
  resource: personalRequest,
  columns: [
    { field: 'requestNo', width: 150 },
    { field: 'subject', width: 180 },
    { field: 'recordType', width: 110 },
    { field: 'own', width: 100, render: (row) => (row.own ? <Tag>本人申请</Tag> : '代为登记'), text: (row) => (row.own ? '本人申请' : '代为登记') },
    { field: 'reason', width: 200 },
    { field: 'requestStatus', width: 92, tag: requestStatus },
    { field: 'createName', width: 100 },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'decideName', width: 100 },
    { field: 'decideTime', width: 155, hidden: true },
    { field: 'decideReason', width: 180, hidden: true },
  ],
  createBy: { label: '登记注销申请', may: () => session().has('rbac:personal:request'), dialog: NewRequest },
  dialogs: { export: ExportPerson },
  actions: (row, { show }) => (session().has('rbac:personal:export') && row.requestStatus === 'pending' ? [{ key: 'export', label: '导出信息', onClick: () => show('export', row) }] : []),
  texts: {
    carryOut: '执行后不能恢复：按下列清单删除或匿名此人的信息，依法须保留的部分继续封存；账号注销并立即退出登录，所有人已完成的导出文件一并清除。请先核实当事人身份。',
    withdraw: '撤回后，须重新申请才能办理。',
  },
  detail: ['requestNo', 'subject', 'recordType', 'recordId', 'own', 'reason', 'requestStatus', 'createName', 'createTime', 'decideName', 'decideTime', 'decideReason'],
  detailWidth: 860,
  inDetail: (row) => (row.requestStatus === 'pending' ? <Preview requestId={row.requestId} /> : null),
})

function Preview({ requestId }: { requestId: string }) {
  const { data, error, reload } = useAnswer(previewErasure, { requestId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active />
  return (
    <Flex vertical gap={12} role="region" aria-label="处理清单">
      {data.blocks.length > 0 ? <Alert type="warning" showIcon title="还有未了结的事项，办结后才能注销" description={data.blocks.join('；')} /> : null}
      {data.namesakes > 0 ? <Alert type="info" showIcon title={`另有 ${data.namesakes} 条记录与此人同名：备注等文字中的姓名不自动替换，号码仍会替换`} /> : null}
      <Typography.Title level={2} style={{ fontSize: 15, margin: 0 }}>
        处理清单（另删除文件 {data.files} 个）
      </Typography.Title>
      <FateTable lines={data.lines} />
    </Flex>
  )
}
