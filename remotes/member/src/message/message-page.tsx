import { richOf } from '@assoc/contract/core/rich-text'
import { selectMailContent } from '@assoc/contract/member/message'
import {
  mailMessage,
  mailStatus,
  recipient,
  recipientStatus,
  selectMailRecipients,
  selectSmsRecipients,
  smsMessage,
  smsStatus,
} from '@assoc/contract/member/message-list'
import { useNavigate, type NavigateFunction } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, EditOutlined } from '@assoc/ui'
import { DetailFields, ListPage, resourcePage, useAnswer, useResourceList, type RowAction } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useEffect, type ComponentType } from 'react'
import type { Channel } from './compose-values'
import { RichBox } from './RichBox'

const TEXTS = {
  submit: '按现在的会员与联系人确定收件人，并占用本月额度。超过 200 个收件人或属商业推广的，须由其他人批准。',
  approve: '批准后立即发送；定时发送的到时发送。',
  refuse: '驳回后不发送，所占额度退回。',
  retry: '只重发失败的收件人；已送达的和结果不明的不会再发。',
  cancel: '取消后不再发送，所占额度退回。',
}
const SHARED = [
  { field: 'msgKind', width: 95 },
  { field: 'totalCount', width: 80 },
  { field: 'deliveredCount', width: 70 },
  { field: 'failedCount', width: 70 },
  { field: 'skippedCount', width: 70 },
  { field: 'unknownCount', width: 95, hidden: true },
] as const
const LAST = [
  { field: 'writtenBy', width: 95 },
  { field: 'scheduleTime', width: 150, hidden: true },
  { field: 'createTime', width: 150, sortable: true },
] as const
const DETAIL = ['msgStatus', 'msgKind', 'content', 'scheduleTime', 'writtenBy', 'createTime']
const COUNTS = ['totalCount', 'deliveredCount', 'failedCount', 'skippedCount', 'unknownCount']

function WriteButton({ to, what, permit }: { to: string; what: string; permit: string }) {
  const navigate = useNavigate()
  if (!session().has(permit)) return null
  return (
    <Button type="primary" icon={<EditOutlined />} onClick={() => navigate(to)}>
      写{what}
    </Button>
  )
}

/**
 * A page whose rows that are not handed in are gone on with where they are written. Rows have no hooks: the page hands them
 * the way there.
 */
function withWriting(
  to: string,
  make: (actions: (row: { messageId: string; abilities: string[] }) => RowAction[]) => ComponentType,
): ComponentType {
  let go: NavigateFunction | null = null
  const Page = make((row) =>
    row.abilities.includes('submit') ? [{ key: 'write', label: '修改', onClick: () => void go?.(`${to}?messageId=${row.messageId}`) }] : [],
  )
  return function WithWriting() {
    const navigate = useNavigate()
    useEffect(() => {
      go = navigate
    }, [navigate])
    return <Page />
  }
}

/** The text of a mail as it looks. */
function MailBody({ messageId, content }: { messageId: string; content: string }) {
  const { data } = useAnswer(selectMailContent, { messageId })
  return <RichBox value={data && (data.rich ?? richOf(content))} />
}

/** Whom a message went to, and what became of each. */
const Recipients = observer(function Recipients({ channel, messageId }: { channel: Channel; messageId: string }) {
  const list = useResourceList({
    call: channel === 'sms' ? selectSmsRecipients : selectMailRecipients,
    idOf: (r) => r.recipientId,
    filters: ['recipientStatus'],
    sortable: ['updateTime'],
    fixed: { messageId },
    part: true,
  })
  return (
    <ListPage
      name={`member/Recipients/${channel}`}
      title="收件人"
      list={list}
      row={recipient}
      search={[{ kind: 'select', name: 'recipientStatus', label: '发送结果', options: recipientStatus.options }]}
      columns={[
        { field: 'name', width: 110 },
        { field: 'target', width: 170 },
        { field: 'companyName', width: 140 },
        { field: 'recipientStatus', width: 105, tag: recipientStatus },
        { field: 'reason', width: 200 },
        { field: 'updateTime', width: 150, sortable: true },
      ]}
    />
  )
})

/** Text messages with their results: agreed to, refused, sent again where they failed, taken back. */
export const smsPage = () =>
  withWriting('/textMessageManagement/writeText', (actions) =>
    resourcePage({
      actions,
      name: 'member/TextMessageList',
      title: '短信列表',
      resource: smsMessage,
      keywordHint: '任务编号或内容',
      columns: [
        { field: 'msgNo', width: 150 },
        { field: 'content', width: 200 },
        { field: 'msgStatus', width: 115, tag: smsStatus },
        ...SHARED,
        { field: 'partCount', width: 95 },
        ...LAST,
      ],
      toolbar: () => <WriteButton to="/textMessageManagement/writeText" what="短信" permit="message:sms:write" />,
      texts: TEXTS,
      actionsWidth: 165,
      visibleActions: 1,
      detail: DETAIL,
      detailWidth: 960,
      inDetail: (row) => (
        <>
          <DetailFields schema={smsMessage.row} row={row} fields={[...COUNTS, 'partCount']} columns={3} />
          <Recipients channel="sms" messageId={row.messageId} key={`${row.messageId} ${row.version}`} />
        </>
      ),
    }),
  )

/** Mails with their results, as smsPage. */
export const mailPage = () =>
  withWriting('/emailManagement/writeEmail', (actions) =>
    resourcePage({
      actions,
      name: 'member/EmailList',
      title: '邮件列表',
      resource: mailMessage,
      keywordHint: '任务编号、主题或内容',
      columns: [
        { field: 'msgNo', width: 150 },
        { field: 'subject', width: 200 },
        { field: 'msgStatus', width: 115, tag: mailStatus },
        ...SHARED,
        ...LAST,
      ],
      toolbar: () => <WriteButton to="/emailManagement/writeEmail" what="邮件" permit="message:mail:write" />,
      texts: {
        ...TEXTS,
        submit: '按现在的会员与联系人确定收件人。超过 200 个收件人或属商业推广的，须由其他人批准。',
        refuse: '驳回后不发送。',
        cancel: '取消后不再发送。',
      },
      actionsWidth: 165,
      visibleActions: 1,
      // The text stands below as it looks.
      detail: ['msgStatus', 'msgKind', 'subject', 'attachments', ...DETAIL.slice(3)],
      detailWidth: 960,
      inDetail: (row) => (
        <>
          <MailBody messageId={row.messageId} content={row.content} />
          <DetailFields schema={mailMessage.row} row={row} fields={COUNTS} columns={3} />
          <Recipients channel="mail" messageId={row.messageId} key={`${row.messageId} ${row.version}`} />
        </>
      ),
    }),
  )
