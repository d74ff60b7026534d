import type { ResponseOf } from '@assoc/contract'
import type { previewSms } from '@assoc/contract/message/message'
import { Flex, RichView, Table, Tabs, theme, Typography } from '@assoc/ui'
import type { Channel } from './compose-values'

const number = (n: number) => n.toLocaleString('zh-CN')

export type Preview = ResponseOf<typeof previewSms>

/** Why a sending cannot be done as it is, in sentences; none when it can. */
export const faultsOf = (channel: Channel, { willSend, parts, quotaLeft, wrongTemplate, noWayOut }: Preview): string[] =>
  [
    willSend === 0 ? '没有可以发送的收件人，请查看跳过原因。' : null,
    channel === 'sms' && quotaLeft !== null && parts > quotaLeft
      ? `额度不足：需要 ${number(parts)} 条，剩余 ${number(quotaLeft)} 条。请缩短内容、减少收件人，或申请增加额度。`
      : null,
    channel === 'sms' && quotaLeft === null ? '您所在的部门没有启用的短信签名与额度，不能发送。' : null,
    wrongTemplate && `${wrongTemplate}。`,
    noWayOut && `${noWayOut}。`,
  ].filter((sentence) => sentence !== null)

/** What the first few recipients would read, and who is skipped and why. */
export function PreviewTabs({ preview: { samples, skipped, skippedReasons, skippedList } }: { preview: Preview }) {
  return (
    <>
      <Tabs
        items={[
          { key: 'samples', label: '内容示例', children: <Samples samples={samples} /> },
          {
            key: 'skipped',
            label: `跳过（${number(skipped)}）`,
            children: (
              <>
                {skippedReasons.length > 0 ? (
                  <Typography.Paragraph type="secondary" style={{ marginBottom: 8 }}>
                    {skippedReasons.map(({ reason, count }) => `${reason} ${number(count)} 个`).join('；')}
                  </Typography.Paragraph>
                ) : null}
                <Table
                  size="small"
                  rowKey="place"
                  dataSource={skippedList.map((row, place) => ({ ...row, place }))}
                  pagination={{ pageSize: 8, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
                  locale={{ emptyText: '没有跳过的收件人' }}
                  columns={[
                    { title: '收件人', dataIndex: 'target', width: 220, render: (text: string) => text || '—' },
                    { title: '姓名', dataIndex: 'name', width: 140, render: (text: string) => text || '—' },
                    { title: '原因', dataIndex: 'reason' },
                  ]}
                />
              </>
            ),
          },
        ]}
      />
      {skipped > skippedList.length ? <Typography.Text type="secondary">只列出前 {skippedList.length} 个跳过的收件人。</Typography.Text> : null}
    </>
  )
}

function Samples({ samples }: { samples: Preview['samples'] }) {
  const { token } = theme.useToken()
  if (samples.length === 0) return <Typography.Text type="secondary">没有可以发送的收件人。</Typography.Text>
  return (
    <Flex vertical gap={8}>
      {samples.map((s, i) => (
        <div
          key={i}
          style={{
            border: `1px solid ${token.colorBorderSecondary}`,
            borderRadius: token.borderRadius,
            padding: '8px 12px',
            maxHeight: s.rich ? 320 : 132,
            overflow: 'auto',
          }}
        >
          <Typography.Text type="secondary">
            {s.name ? `${s.name} ` : ''}
            {s.target}
          </Typography.Text>
          {s.subject ? <div style={{ fontWeight: 600 }}>{s.subject}</div> : null}
          {s.rich ? <RichView value={s.rich} /> : <div style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-word' }}>{s.content}</div>}
          {s.rich && s.ending ? <Typography.Text type="secondary">{s.ending}</Typography.Text> : null}
        </div>
      ))}
    </Flex>
  )
}
