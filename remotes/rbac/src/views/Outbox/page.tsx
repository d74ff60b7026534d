import type { ResponseOf } from '@assoc/contract'
import { outboxChannel, outboxRow, outboxStatus, selectOutboxByPage, selectOutboxContent, selectOutboxPlain } from '@assoc/contract/platform/outbox'
import { api } from '@assoc/http'
import { AppDrawer, DetailFields, Flex, ListPage, MailOutlined, MobileOutlined, sentenceOf, Skeleton, StateScreen, theme, Typography, useResourceList, type Column } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { revealing } from '../../lib/plain'

type Row = ResponseOf<typeof selectOutboxByPage>['items'][number]

const COLUMNS: Column<Row>[] = [
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
]

/** Mail and text messages that the system has sent or would send. */
export default function Outbox() {
  const [open, setOpen] = useState<Row | null>(null)
  const list = useResourceList({
    call: selectOutboxByPage,
    idOf: (row) => row.outboxId,
    filters: ['keyword', 'channel', 'outboxStatus'],
    sortable: ['createTime'],
  })
  return (
    <>
      <ListPage
        name="rbac/Outbox"
        title="发件箱"
        list={list}
        row={outboxRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '完整的接收人，或主题' },
          { kind: 'select', name: 'channel', label: '渠道', options: outboxChannel.options },
          { kind: 'select', name: 'outboxStatus', label: '状态', options: outboxStatus.options },
        ]}
        emptyAction={<Typography.Text type="secondary">系统发出的邮件和短信列在这里，包括没有发送成功的。</Typography.Text>}
        onOpen={setOpen}
      />
      {open ? <Message row={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

const FIELDS = ['recipient', 'channel', 'createTime', 'sentTime', 'errorMessage', 'outboxStatus'] as const

/** One message. Its text is asked for only now: each reading is logged. */
function Message({ row, onClose }: { row: Row; onClose: () => void }) {
  const { token } = theme.useToken()
  const [content, setContent] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    api(selectOutboxContent, { outboxId: row.outboxId }).then(
      (answer) => !gone && setContent(answer.content),
      (caught: unknown) => !gone && setError(sentenceOf(caught)),
    )
    return () => {
      gone = true
    }
  }, [row.outboxId])
  return (
    <AppDrawer open title={row.subject || outboxChannel.labels[row.channel]} size={640} onClose={onClose}>
      <Flex vertical gap={16}>
        <DetailFields
          schema={outboxRow}
          row={row}
          fields={FIELDS}
          tags={{ outboxStatus }}
          own={{ channel: outboxChannel.labels[row.channel] }}
          reveal={revealing((field) => api(selectOutboxPlain, { outboxId: row.outboxId, fields: [field as 'recipient'] }))}
        />
        {error ? (
          <StateScreen mark="broken" title="内容没有加载成功">
            {error}
          </StateScreen>
        ) : content === null ? (
          <Skeleton active />
        ) : (
          <div
            aria-label="内容"
            style={{ padding: 16, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', background: token.colorFillAlter, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
          >
            {content}
          </div>
        )}
      </Flex>
    </AppDrawer>
  )
}
