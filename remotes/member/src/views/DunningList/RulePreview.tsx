import type { ResponseOf } from '@assoc/contract'
import { previewReminders, REMINDERS_AHEAD } from '@assoc/contract/fee/reminder'
import { yuan } from '@assoc/http'
import { messageNotice } from '@assoc/session'
import { Alert, AppModal, Button, FailedToLoad, Flex, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'
import { faultsOf, PreviewTabs } from '../../message/PreviewTabs'

interface RulePreviewProps {
  rule: { ruleId: string; ruleName: string; moment: string; channel: 'sms' | 'mail' }
  onClose: () => void
}

/** Whom a rule would remind on the next days, and what those of the first day would read. */
export function RulePreview({ rule: { ruleId, ruleName, moment, channel }, onClose }: RulePreviewProps) {
  const { data, error, reload } = useAnswer(previewReminders, { ruleId })
  return (
    <AppModal open title={`预览：${ruleName}（${moment}）`} width={760} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {data ? <Shown {...data} channel={channel} /> : error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 6 }} />}
    </AppModal>
  )
}

function Shown({ days, message, channel }: ResponseOf<typeof previewReminders> & { channel: 'sms' | 'mail' }) {
  if (!message) return <Alert type="info" showIcon title={`今后 ${REMINDERS_AHEAD} 天内没有要提醒的账单。`} />
  const notSent = messageNotice(channel)
  return (
    <Flex vertical gap={12}>
      {notSent ? <Alert type="warning" showIcon title={notSent} /> : null}
      <Table
        size="small"
        rowKey="day"
        dataSource={[...days]}
        pagination={{ pageSize: 5, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: '提醒日期', dataIndex: 'day', width: 130 },
          { title: '会员', dataIndex: 'members', align: 'right' },
          { title: '账单', dataIndex: 'bills', align: 'right' },
          { title: '欠缴（元）', dataIndex: 'unpaidTotal', align: 'right', render: (fen: number) => yuan(fen) },
        ]}
      />
      <Typography.Text>
        {days[0]?.day} 将发送 {message.willSend} 个收件人，跳过 {message.skipped} 个{message.needsApproval ? '；收件人超过 200 个，须由他人批准后发送' : ''}。
      </Typography.Text>
      {faultsOf(channel, message).map((sentence) => (
        <Alert key={sentence} type="error" showIcon title={sentence} />
      ))}
      <PreviewTabs preview={message} />
    </Flex>
  )
}
