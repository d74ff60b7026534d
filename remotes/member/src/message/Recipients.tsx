import type { RequestOf } from '@assoc/contract'
import { mailRecipient, recipientStatus, smsRecipient } from '@assoc/contract/message/list'
import { Button, ExportOutlined, Flex, ListPage, ReasonDialog, revealOf, useExport, useResourceList } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Channel } from './compose-values'

/** A number or address, masked; in plain text at a click for who may see it, each time logged. */
function Target({ channel, recipientId, target }: { channel: Channel; recipientId: string; target: string }) {
  const [plain, setPlain] = useState<string | null>(null)
  const reveal = revealOf(channel === 'sms' ? smsRecipient : mailRecipient, recipientId)
  if (!reveal || !target) return target || '—'
  const show = async () => setPlain(await reveal('target').catch(() => null))
  return (
    <Flex gap={8} align="center">
      {plain ?? target}
      <Button
        type="link"
        size="small"
        style={{ padding: 0 }}
        aria-label={`${plain === null ? '查看' : '隐藏'}${channel === 'sms' ? '手机号码' : '邮箱'}`}
        onClick={() => (plain === null ? void show() : setPlain(null))}
      >
        {plain === null ? '查看' : '隐藏'}
      </Button>
    </Flex>
  )
}

/** Whom a message went to, and what became of each. */
const Recipients = observer(function Recipients({ channel, messageId }: { channel: Channel; messageId: string }) {
  const resource = channel === 'sms' ? smsRecipient : mailRecipient
  const list = useResourceList({
    call: resource.list,
    idOf: (r) => r.recipientId,
    filters: ['keyword', 'recipientStatus', 'failCode'],
    sortable: ['updateTime'],
    fixed: { messageId },
    part: true,
  })
  const { busy, progress, run, asked, drop } = useExport(resource.exportRows)
  return (
    <>
      <ListPage
        name={`member/Recipients/${channel}`}
        title="收件人"
        list={list}
        row={resource.row}
        search={[
          { kind: 'text', name: 'keyword', label: '姓名或公司' },
          { kind: 'select', name: 'recipientStatus', label: '发送结果', options: recipientStatus.options },
          { kind: 'text', name: 'failCode', label: '错误代码', placeholder: '完整代码，如 550 5.1.1' },
        ]}
        columns={[
          { field: 'name', width: 100 },
          {
            field: 'target',
            width: 200,
            render: (r) => <Target channel={channel} recipientId={r.recipientId} target={r.target} />,
            text: (r) => r.target,
          },
          { field: 'companyName', width: 130 },
          { field: 'recipientStatus', width: 95, tag: recipientStatus },
          { field: 'failCode', width: 100 },
          { field: 'reason', width: 190 },
          { field: 'updateTime', width: 150, sortable: true },
        ]}
        toolbar={
          <Button
            icon={<ExportOutlined />}
            loading={busy}
            disabled={list.store.total === 0}
            onClick={() => void run({ ...list.store.filterInput(), messageId } as RequestOf<typeof resource.exportRows>)}
          >
            {progress === null ? '导出' : `导出中 ${progress}%`}
          </Button>
        }
      />
      {asked ? (
        <ReasonDialog
          title="导出个人信息"
          text={asked.text}
          confirmText="导出"
          reason="required"
          onConfirm={(reason) => {
            drop()
            return run({ ...(asked.input as object), reason } as never)
          }}
          onClose={drop}
        />
      ) : null}
    </>
  )
})
export default Recipients
