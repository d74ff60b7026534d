import { APPROVE_ABOVE, QUOTA_WARN } from '@assoc/contract/message/message'
import { yuan } from '@assoc/http'
import { Alert, AppModal, Button, Descriptions, Flex, Typography } from '@assoc/ui'
import type { Channel } from './compose-values'
import { faultsOf, PreviewTabs, type Preview } from './PreviewTabs'

interface PreviewDialogProps {
  channel: Channel
  preview: Preview
  promotion: boolean
  /** When it goes out; null for at once. */
  scheduled: string | null
  busy: boolean
  /** Null where they may only write. */
  onSend: (() => void) | null
  onClose: () => void
}

const number = (n: number) => n.toLocaleString('zh-CN')

/** Why another person has to agree. */
const whyApproval = (promotion: boolean, sentToday: number): string => {
  if (promotion) return '商业推广须由其他人批准后发送。'
  if (sentToday === 0) return `收件人超过 ${APPROVE_ABOVE} 个，须由其他人批准后发送。`
  return `您今天已直接发给 ${number(sentToday)} 个收件人，连同本次超过 ${APPROVE_ABOVE} 个，须由其他人批准后发送。`
}

/** What a sending would be, before it is done: numbers, who is skipped and why, and what the first few would read. */
export default function PreviewDialog({ channel, preview, promotion, scheduled, busy, onSend, onClose }: PreviewDialogProps) {
  const { total, willSend, skipped, parts, quotaLeft, quotaTotal, cost, sentToday, needsApproval } = preview
  const faults = faultsOf(channel, preview)
  const stopped = faults.length > 0
  const used = quotaTotal && quotaLeft !== null ? Math.floor(((quotaTotal - quotaLeft + parts) / quotaTotal) * 100) : 0
  return (
    <AppModal
      open
      title={channel === 'sms' ? '短信预览' : '邮件预览'}
      width={760}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>返回修改</Button>
          {onSend ? (
            <Button type="primary" loading={busy} disabled={stopped} onClick={onSend}>
              {needsApproval ? '提交审批' : scheduled ? '确认定时发送' : '确认发送'}
            </Button>
          ) : null}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        {faults.map((sentence) => (
          <Alert key={sentence} type="error" showIcon title={sentence} />
        ))}
        {quotaLeft !== null && parts <= quotaLeft && used >= QUOTA_WARN ? (
          <Alert type="warning" showIcon title={`发送后本月额度将用去 ${used}%，请留意剩余条数，必要时申请增加额度。`} />
        ) : null}
        {needsApproval && !stopped ? (
          <Alert type="info" showIcon title={whyApproval(promotion, sentToday)} />
        ) : null}
        {onSend ? null : <Alert type="info" showIcon title="您没有“提交群发”权限，可以存为草稿，由有权限的人提交。" />}
        <Descriptions
          size="small"
          bordered
          column={3}
          items={[
            { key: 'total', label: '收件人', children: number(total) },
            { key: 'willSend', label: '将发送', children: <Typography.Text strong>{number(willSend)}</Typography.Text> },
            { key: 'skipped', label: '跳过', children: number(skipped) },
            ...(channel === 'sms'
              ? [
                  { key: 'parts', label: '计费条数', children: number(parts) },
                  { key: 'cost', label: '预计费用', children: cost === null ? '—' : `${yuan(cost)} 元` },
                  { key: 'left', label: '本月剩余', children: quotaLeft === null ? '—' : number(quotaLeft) },
                ]
              : []),
            { key: 'at', label: '发送时间', children: scheduled ?? (needsApproval ? '批准后' : '立即') },
          ]}
        />
        <PreviewTabs preview={preview} />
      </Flex>
    </AppModal>
  )
}
