import { RETRACT_MINUTES, selectRecordTimeline, withdrawRecordNote, type TimelineItem } from '@assoc/contract/platform/record'
import { api, dateFormat } from '@assoc/http'
import { toasts } from '@assoc/session'
import { EditOutlined, FileOutlined, MailOutlined, MessageOutlined } from '@ant-design/icons'
import { Popconfirm, Timeline, Segmented } from 'antd'
import { useState } from 'react'
import { Button, Flex, Skeleton, Typography } from '../../shell'
import { FileLinks } from '../../data/kit/FileLinks'
import { useAnswer } from '../../data/kit/use-answer'
import { NoteForm } from './NoteForm'
import { Section } from './Section'
import { useSeen } from './use-seen'

const KINDS = { all: '全部', change: '办理与修改', note: '备注', message: '消息', file: '文件' } as const
type Kind = keyof typeof KINDS
const ICONS = { change: EditOutlined, note: MessageOutlined, message: MailOutlined, file: FileOutlined } as const
/** Items that are read first, and at most. */
const [FIRST, ALL] = [30, 500]
/** Fields of one change that are shown unasked. */
const FIELDS = 4

/** What happened to a record, newest first, and the field for a note. */
export function RecordTimeline({ recordType, recordId }: { recordType: string; recordId: string }) {
  const [ref, seen] = useSeen()
  const [limit, setLimit] = useState(FIRST)
  const [kind, setKind] = useState<Kind>('all')
  const { data, error, reload } = useAnswer(selectRecordTimeline, seen ? { recordType, recordId, limit } : null)
  const items = data?.items ?? []
  const kinds = (Object.keys(KINDS) as Kind[]).filter((one) => one === 'all' || items.some((item) => item.kind === one))
  const shown = kind === 'all' ? items : items.filter((item) => item.kind === kind)
  return (
    <Section title="动态" of={ref}>
      <Flex vertical gap={16}>
        <NoteForm key={`${recordType}/${recordId}`} recordType={recordType} recordId={recordId} onAdded={() => void reload()} />
        {kinds.length > 2 ? <Segmented size="small" aria-label="动态的种类" value={kind} options={kinds.map((value) => ({ value, label: KINDS[value] }))} onChange={setKind} style={{ alignSelf: 'start' }} /> : null}
        {error ? <Typography.Text type="secondary">{error}</Typography.Text> : null}
        {seen && !data && !error ? <Skeleton active /> : null}
        {data && shown.length === 0 ? <Typography.Text type="secondary">还没有动态</Typography.Text> : null}
        {shown.length > 0 ? (
          <Timeline
            items={shown.map((item) => {
              const Icon = ICONS[item.kind]
              return { key: item.key, color: 'gray', icon: <Icon aria-hidden />, content: <Entry item={item} onChanged={() => void reload()} /> }
            })}
          />
        ) : null}
        {data?.more && limit < ALL ? (
          <Button size="small" style={{ alignSelf: 'start' }} onClick={() => setLimit(ALL)}>
            显示更早的动态
          </Button>
        ) : null}
      </Flex>
    </Section>
  )
}

function Entry({ item, onChanged }: { item: TimelineItem; onChanged: () => void }) {
  const [open, setOpen] = useState(false)
  const { note, changes } = item
  const rest = changes.length - FIELDS
  const withdrawn = note?.state === 'withdrawn'
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Typography.Text strong={item.kind !== 'note'} type={note?.state === 'retracted' ? 'secondary' : undefined}>
        {note ? (note.state === 'retracted' ? `${item.userName}${item.title}` : item.userName) : item.title}
      </Typography.Text>{' '}
      <Typography.Text type="secondary">
        {note ? '' : `${item.userName || '系统'} · `}
        {dateFormat(item.time, 'YYYY-MM-DD HH:mm')}
        {withdrawn ? ' · 已撤回' : ''}
      </Typography.Text>
      {item.text ? (
        <div style={{ whiteSpace: 'pre-wrap' }}>
          {note || item.textLabel === null ? null : <Typography.Text type="secondary">{item.textLabel}：</Typography.Text>}
          {note ? <NoteText text={item.text} named={note.mentioned} crossed={withdrawn} /> : item.text}
        </div>
      ) : null}
      {(open ? changes : changes.slice(0, FIELDS)).map((change) => (
        <div key={change.field}>
          <Typography.Text type="secondary">{change.field}：</Typography.Text>
          {change.before === null ? null : <Typography.Text delete>{change.before}</Typography.Text>}
          {change.before !== null && change.after !== null ? ' → ' : null}
          {change.after === null ? null : <span>{change.after}</span>}
        </div>
      ))}
      {rest > 0 ? (
        <Button type="link" size="small" style={{ padding: 0 }} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : `另有 ${rest} 项`}
        </Button>
      ) : null}
      {item.files.length > 0 ? <FileLinks files={item.files} /> : null}
      {note?.mine && note.state === 'shown' ? <Withdraw noteId={note.noteId} time={item.time} onDone={onChanged} /> : null}
    </div>
  )
}

/** A note with the names of those who were told of it set off. */
function NoteText({ text, named, crossed }: { text: string; named: readonly string[]; crossed: boolean }) {
  const parts = named.reduce<string[]>((all, name) => all.flatMap((part) => (part.startsWith('@') ? [part] : part.split(`@${name}`).flatMap((piece, n) => (n > 0 ? [`@${name}`, piece] : [piece])))), [text])
  return (
    <Typography.Text delete={crossed} type={crossed ? 'secondary' : undefined}>
      {parts.map((part, n) => (named.includes(part.slice(1)) && part.startsWith('@') ? <Typography.Text key={n} strong>{part}</Typography.Text> : part))}
    </Typography.Text>
  )
}

/** Whether a note can still be taken back, so that nobody reads it any more. */
const isEarly = (time: string): boolean => Date.now() - Date.parse(time) < RETRACT_MINUTES * 60_000

function Withdraw({ noteId, time, onDone }: { noteId: string; time: string; onDone: () => void }) {
  const [early, setEarly] = useState(true)
  const withdraw = async () => {
    try {
      await api(withdrawRecordNote, { noteId })
      toasts.success('备注已撤回')
    } catch {
      // said by the client
    } finally {
      onDone()
    }
  }
  return (
    <Popconfirm
      title="撤回这条备注？"
      description={early ? '撤回后其他人不再看到内容。' : `已超过 ${RETRACT_MINUTES} 分钟，内容会划去并标为“已撤回”，仍可看到。`}
      onOpenChange={(open) => open && setEarly(isEarly(time))}
      okText="撤回"
      cancelText="取消"
      onConfirm={() => void withdraw()}
    >
      <Button type="link" size="small" style={{ padding: 0 }}>
        撤回
      </Button>
    </Popconfirm>
  )
}
