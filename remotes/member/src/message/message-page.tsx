import { viewLink } from '@assoc/contract'
import { richOf } from '@assoc/contract/core/rich-text'
import { copyMail, copySms, selectMailContent } from '@assoc/contract/message/message'
import { mailMessage, mailStatus, smsMessage, smsStatus } from '@assoc/contract/message/list'
import { api, newKey } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { messageNotice, session, tellLost, toasts } from '@assoc/session'
import { Button, DetailFields, EditOutlined, resourcePage, useAnswer, type RowAction } from '@assoc/ui'
import { lazy, Suspense, useRef } from 'react'
import type { Channel } from './compose-values'
import { RichBox } from './RichBox'

// Fetched when a message is first opened.
const Recipients = lazy(() => import('./Recipients'))

const textsOf = (channel: Channel) => ({
  submit: `按现在的会员与联系人确定收件人，并占用本月额度。超过 200 个收件人或属商业推广的，须由其他人批准。${messageNotice(channel) ?? ''}`,
  approve: `批准后立即发送；定时发送的到时发送。${messageNotice(channel) ?? ''}`,
  refuse: '驳回后不发送，所占额度退回。',
  retry: '只重发失败的收件人；已提交、已送达的和结果不明的不会再发。',
  pause: '正在交给对方的几个仍会发出，其余的停下，之后可以继续，也可以取消其余。',
  resume: '从停下的地方继续发送，已发出的不会再发。',
  cancelRest: '尚未发出的收件人不再发送，已发出的不能撤回。',
  cancel: '取消后不再发送，所占额度退回。',
})
// What went wrong stands beside the status, in sight without scrolling.
const SHARED = [
  { field: 'situation', width: 170 },
  { field: 'totalCount', width: 68 },
  { field: 'submittedCount', width: 72 },
  { field: 'failedCount', width: 58 },
  { field: 'unknownCount', width: 88 },
  { field: 'deliveredCount', width: 74 },
  { field: 'skippedCount', width: 70 },
  { field: 'msgKind', width: 95 },
  { field: 'keptCount', width: 80, hidden: true },
  { field: 'waitingCount', width: 70, hidden: true },
] as const
const LAST = [
  { field: 'writtenBy', width: 95 },
  { field: 'scheduleTime', width: 150, hidden: true },
  { field: 'createTime', width: 150, sortable: true },
] as const
const DETAIL = ['msgStatus', 'msgKind', 'situation', 'content', 'scheduleTime', 'writtenBy', 'createTime']
const COUNTS = [
  'totalCount',
  'waitingCount',
  'submittedCount',
  'deliveredCount',
  'failedCount',
  'unknownCount',
  'skippedCount',
  'keptCount',
]
/** Statuses of messages that have gone their way and may be written again. */
const GONE = ['done', 'partly', 'kept', 'cancelled']

const WRITE = {
  sms: { view: 'member/WriteText', what: '短信', permit: 'message:sms:write' },
  mail: { view: 'member/WriteEmail', what: '邮件', permit: 'message:mail:write' },
} as const
type Row = { messageId: string; msgStatus: string }

function WriteButton({ channel }: { channel: Channel }) {
  const navigate = useNavigate()
  const { view, what, permit } = WRITE[channel]
  if (!session().has(permit)) return null
  return (
    <Button type="primary" icon={<EditOutlined />} onClick={() => navigate(viewLink(view))}>
      写{what}
    </Button>
  )
}

/** `copying` holds the messages that are just being copied: a second press on one makes no second draft. */
async function copy(channel: Channel, messageId: string, copying: Set<string>, open: (messageId: string) => void): Promise<void> {
  if (copying.has(messageId)) return
  copying.add(messageId)
  try {
    const copied = await api(channel === 'sms' ? copySms : copyMail, { messageId }, { idempotencyKey: newKey() })
    toasts.success(`已复制为草稿 ${copied.msgNo}${copied.filesLeft > 0 ? '，附件没有复制，请重新上传' : ''}`)
    open(copied.messageId)
  } catch (error) {
    tellLost(error)
  } finally {
    copying.delete(messageId)
  }
}

/** Messages that are not handed in are gone on with where they are written; the others are copied there. */
function useWriting(channel: Channel): { actions: (row: Row) => RowAction[] } {
  const navigate = useNavigate()
  const copying = useRef(new Set<string>())
  const open = (messageId: string) => void navigate(viewLink(WRITE[channel].view, { messageId }))
  return {
    actions: ({ messageId, msgStatus }) => {
      if (!session().has(WRITE[channel].permit)) return []
      if (msgStatus === 'draft' || msgStatus === 'refused') return [{ key: 'write', label: '修改', onClick: () => open(messageId) }]
      return GONE.includes(msgStatus) ? [{ key: 'copy', label: '复制', onClick: () => void copy(channel, messageId, copying.current, open) }] : []
    },
  }
}

/** The text of a mail as it looks. */
function MailBody({ messageId, content }: { messageId: string; content: string }) {
  const { data } = useAnswer(selectMailContent, { messageId })
  return <RichBox value={data && (data.rich ?? richOf(content))} />
}

/** Text messages with their results: agreed to, refused, sent again where they failed, taken back. */
export const smsPage = () =>
  resourcePage({
    usePage: () => useWriting('sms'),
    name: 'member/TextMessageList',
    title: '短信列表',
    resource: smsMessage,
    keywordHint: '任务编号或内容',
    columns: [
      { field: 'msgNo', width: 152 },
      { field: 'content', width: 130 },
      { field: 'msgStatus', width: 115, tag: smsStatus },
      ...SHARED,
      { field: 'partCount', width: 95 },
      { field: 'cost', width: 95, hidden: true },
      ...LAST,
    ],
    toolbar: () => <WriteButton channel="sms" />,
    texts: textsOf('sms'),
    visibleActions: 1,
    detail: DETAIL,
    detailWidth: 960,
    inDetail: (row) => (
      <>
        <DetailFields schema={smsMessage.row} row={row} fields={[...COUNTS, 'partCount', 'cost']} columns={3} />
        <Suspense>
          <Recipients channel="sms" messageId={row.messageId} key={`${row.messageId} ${row.version}`} />
        </Suspense>
      </>
    ),
  })

/** Mails with their results, as smsPage. */
export const mailPage = () =>
  resourcePage({
    usePage: () => useWriting('mail'),
    name: 'member/EmailList',
    title: '邮件列表',
    resource: mailMessage,
    keywordHint: '任务编号、主题或内容',
    columns: [
      { field: 'msgNo', width: 152 },
      { field: 'subject', width: 130 },
      { field: 'msgStatus', width: 115, tag: mailStatus },
      ...SHARED,
      ...LAST,
    ],
    toolbar: () => <WriteButton channel="mail" />,
    texts: {
      ...textsOf('mail'),
      submit: `按现在的会员与联系人确定收件人。超过 200 个收件人或属商业推广的，须由其他人批准。${messageNotice('mail') ?? ''}`,
      refuse: '驳回后不发送。',
      cancel: '取消后不再发送。',
    },
    visibleActions: 1,
    // The text stands below as it looks.
    detail: ['msgStatus', 'msgKind', 'situation', 'subject', 'attachments', ...DETAIL.slice(4)],
    detailWidth: 960,
    inDetail: (row) => (
      <>
        <MailBody messageId={row.messageId} content={row.content} />
        <DetailFields schema={mailMessage.row} row={row} fields={COUNTS} columns={3} />
        <Suspense>
          <Recipients channel="mail" messageId={row.messageId} key={`${row.messageId} ${row.version}`} />
        </Suspense>
      </>
    ),
  })
