import type { ResponseOf } from '@assoc/contract'
import { outboxChannel, outboxRow, outboxStatus, selectOutboxByPage, selectOutboxContent } from '@assoc/contract/platform/outbox'
import { labelOf } from '@assoc/contract'
import { api } from '@assoc/http'
import { AppDrawer, Flex, MailOutlined, MobileOutlined, Skeleton, StateScreen, StatusTag, Typography, theme } from '@assoc/ui'
import { type Column, Descriptions, ListPage, sentenceOf, textOf, useResourceList } from '@assoc/ui/data'
import { useEffect, useState } from 'react'

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
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '接收人或主题' },
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

const FIELDS = ['recipient', 'channel', 'createTime', 'sentTime', 'errorMessage'] as const

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
        <Descriptions
          column={1}
          size="small"
          styles={{ label: { whiteSpace: 'nowrap', width: 96 } }}
          bordered
          items={[
            ...FIELDS.map((field) => ({ key: field, label: labelOf(outboxRow, field), children: textOf(outboxRow, field, row[field]) })),
            { key: 'outboxStatus', label: '状态', children: <StatusTag of={outboxStatus} value={row.outboxStatus} /> },
          ]}
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
