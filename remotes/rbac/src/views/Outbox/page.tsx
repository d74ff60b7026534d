import { outbox, outboxChannel, outboxStatus } from '@assoc/contract/platform/outbox'
import { MailOutlined, MobileOutlined, resourcePage } from '@assoc/ui'
import { Content } from './Content'

/** Mail and text messages that the system has sent or would send. */
export default resourcePage({
  name: 'rbac/Outbox',
  title: '发件箱',
  resource: outbox,
  keywordHint: '完整的接收人，或主题',
  columns: [
    { field: 'recipient', width: 180 },
    {
      field: 'channel',
      width: 90,
      render: (row) => (
        <>
          {row.channel === 'mail' ? <MailOutlined /> : <MobileOutlined />} {outboxChannel.labels[row.channel]}
        </>
      ),
    },
    { field: 'subject', width: 190 },
    { field: 'outboxStatus', width: 100, tag: outboxStatus },
    { field: 'attempts', width: 70 },
    { field: 'errorMessage', width: 150 },
    { field: 'createTime', width: 155, sortable: true },
    { field: 'sentTime', width: 155 },
  ],
  emptyText: '系统发出的邮件和短信列在这里，包括没有发送成功的。',
  nameOf: (row) => row.subject || outboxChannel.labels[row.channel],
  detailWidth: 640,
  inDetail: ({ outboxId }) => <Content outboxId={outboxId} />,
})
