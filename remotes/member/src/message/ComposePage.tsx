import { CODE, type FieldError, viewLink } from '@assoc/contract'
import { createMail, createSms, previewMail, previewSms, updateMail, updateSms } from '@assoc/contract/message/message'
import { ApiError, api, dateFormat, newKey } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { messageNotice, session, toasts } from '@assoc/session'
import { Alert, Button, checkForm, DatePicker, Flex, Form, Popconfirm, theme, Typography, Uploads, UploadsContext, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AudienceFields } from './AudienceFields'
import { EMPTY, fieldOf, requestOf, type Channel, type Values } from './compose-values'
import { ContentFields } from './ContentFields'
import type { Preview } from './PreviewTabs'
import { TrialButton } from './TrialButton'
import { useArrival, useBeginning, useChoices } from './use-compose'

// Fetched when they are first shown.
const PreviewDialog = lazy(() => import('./PreviewDialog'))
const DraftClosed = lazy(async () => ({ default: (await import('./DraftNotices')).DraftClosed }))
const DraftOvertaken = lazy(async () => ({ default: (await import('./DraftNotices')).DraftOvertaken }))

const CALLS = {
  sms: {
    preview: previewSms,
    create: createSms,
    update: updateSms,
    what: '短信',
    list: 'member/TextMessageList',
    read: 'message:sms:read',
    name: 'member/WriteText',
  },
  mail: {
    preview: previewMail,
    create: createMail,
    update: updateMail,
    what: '邮件',
    list: 'member/EmailList',
    read: 'message:mail:read',
    name: 'member/WriteEmail',
  },
} as const
const DONE: Record<string, string> = { draft: '已存为草稿', approval: '已提交，等待其他人批准', queued: '已提交发送' }

/** Writing a message, or going on with the draft that the address names. */
export function ComposePage({ channel }: { channel: Channel }) {
  const messageId = new URLSearchParams(useLocation().search).get('messageId')
  // After a draft was kept or handed in, the page reads it anew.
  const [round, setRound] = useState(0)
  return (
    <Compose
      key={messageId ? `${messageId} ${round}` : 'new'}
      channel={channel}
      messageId={messageId}
      onWritten={() => setRound(round + 1)}
    />
  )
}

/** Words, people, time; looked at in a preview before it goes. What is typed is kept until it is sent. */
const Compose = observer(function Compose({
  channel,
  messageId,
  onWritten,
}: {
  channel: Channel
  messageId: string | null
  onWritten: () => void
}) {
  const { preview, create, update, what, list, read, name } = CALLS[channel]
  const { token } = theme.useToken()
  const notSent = messageNotice(channel)
  const { setDirty: tell } = useTab()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState<Values>(EMPTY)
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState<'preview' | 'draft' | 'send' | null>(null)
  const [shown, setShown] = useState<Preview | null>(null)
  const [overtaken, setOvertaken] = useState(false)
  const [lost, setLost] = useState(false)
  const [uploads] = useState(() => new Uploads())
  // One key per intent: the same until something changes or the server has answered.
  const intent = useRef(newKey())
  // Who came with the address stays chosen when what was typed the last time is put back beneath.
  const came = useRef<Partial<Values>>({})
  const put = (next: Values, touched: boolean) => {
    const all = { ...next, ...came.current }
    form.setFieldsValue(all)
    setValues(all)
    setDirty(touched)
  }
  const choices = useChoices(channel)
  const kept = useBeginning(channel, name, messageId, put)
  const forget = useArrival(channel, (arriving) => {
    if (!arriving) return setLost(true)
    came.current = arriving
    put(values, true)
  })
  useEffect(() => {
    tell(dirty)
    return () => tell(false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the tab is another object with every drawing, and stays the same tab
  }, [dirty])

  const changed = (next: Values) => {
    intent.current = newKey()
    setValues(next)
    setDirty(true)
    kept.note(next)
  }
  const edit = (part: Partial<Values>) => {
    // What is chosen by hand stands, whatever came with the address.
    came.current = Object.fromEntries(Object.entries(came.current).filter(([name]) => !(name in part)))
    form.setFieldsValue(part)
    changed({ ...values, ...part })
  }
  const show = (errors: readonly FieldError[]) => {
    const names = Object.keys(EMPTY) as (keyof Values)[]
    const at = (path: string) => fieldOf(channel, path)
    form.setFields(names.map((n) => ({ name: n, errors: [...new Set(errors.filter((e) => at(e.path) === n).map((e) => e.message))] })))
    if (errors[0]) form.scrollToField(at(errors[0].path), { focus: true, block: 'center' } as never)
  }
  /** Does something with the message as it stands; refusals stand at their fields. */
  const attempt = async (kind: 'preview' | 'draft' | 'send', work: () => Promise<void>) => {
    const wrong = uploads.busy ? [{ path: 'attachments', message: '附件正在上传，请等上传完成' }] : checkForm(preview.request, requestOf(channel, values))
    show(wrong)
    if (wrong.length > 0) return
    setBusy(kind)
    try {
      await work()
    } catch (error) {
      setShown(null)
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，内容已保留，请重试')
      intent.current = newKey()
      if (error.code === CODE.conflict || error.code === CODE.badTransition) return setOvertaken(true)
      show(error.fields)
    } finally {
      setBusy(null)
    }
  }
  const look = () =>
    attempt('preview', async () => setShown(await api(preview, requestOf(channel, values) as never, { quiet: [CODE.input] })))
  const submit = (send: boolean, anew = false) =>
    attempt(send ? 'send' : 'draft', async () => {
      const base = anew ? null : kept.base
      // Files belong to the message that they were put into.
      const given = { ...requestOf(channel, values), ...(anew && channel === 'mail' ? { attachments: [] } : {}), send }
      const options = { idempotencyKey: intent.current, quiet: [CODE.input, CODE.conflict, CODE.badTransition] }
      const { msgStatus } = base
        ? await api(update, { ...given, messageId: base.messageId, version: base.version } as never, options)
        : await api(create, given as never, options)
      toasts.success(`${what}${DONE[msgStatus] ?? '已提交'}`)
      await clear()
      if (session().has(read)) navigate(viewLink(list))
      if (messageId) onWritten()
    })
  const clear = async () => {
    setShown(null)
    came.current = {}
    form.setFieldsValue(EMPTY)
    form.setFields((Object.keys(EMPTY) as (keyof Values)[]).map((n) => ({ name: n, errors: [] })))
    setValues(EMPTY)
    setDirty(false)
    intent.current = newKey()
    if (!messageId) forget()
    await kept.drop()
  }

  const panel = {
    padding: 16,
    background: token.colorBgContainer,
    border: `1px solid ${token.colorBorderSecondary}`,
    borderRadius: token.borderRadiusLG,
  }
  const heading = (text: string) => (
    <Typography.Title level={2} style={{ fontSize: 14, margin: '0 0 12px' }}>
      {text}
    </Typography.Title>
  )
  if (kept.error)
    return (
      <Suspense>
        <DraftClosed what={what} reason={kept.error} onNew={() => navigate(pathname)} />
      </Suspense>
    )
  return (
    <Form
      form={form}
      name={`compose-${channel}`}
      layout="vertical"
      initialValues={EMPTY}
      disabled={messageId !== null && !kept.base}
      onValuesChange={(_part, all) => changed({ ...values, ...all })}
    >
      <Flex vertical gap={12} style={{ maxWidth: 1280 }}>
        <Flex align="center" justify="space-between" gap={12} wrap style={{ ...panel, padding: '10px 16px' }}>
          <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            {kept.base ? `修改${what} ${kept.base.msgNo}` : `写${what}`}
          </Typography.Title>
          <Flex gap={8} wrap>
            {messageId ? null : (
              <Popconfirm title="清空已填写的内容？" okText="清空" cancelText="继续填写" disabled={!dirty} onConfirm={() => void clear()}>
                <Button disabled={!dirty}>清空</Button>
              </Popconfirm>
            )}
            <TrialButton
              channel={channel}
              request={() => ({ ...requestOf(channel, values), messageId: kept.base?.messageId ?? null })}
              onRefused={show}
            />
            <Button loading={busy === 'draft'} onClick={() => void submit(false)}>
              {kept.base ? '保存草稿' : '存为草稿'}
            </Button>
            <Button type="primary" loading={busy === 'preview'} onClick={() => void look()}>
              预览并发送
            </Button>
          </Flex>
        </Flex>
        {notSent ? <Alert type="warning" showIcon title={notSent} /> : null}
        {overtaken ? (
          <Suspense>
            <DraftOvertaken
              what={what}
              hasFiles={values.attachments.length > 0}
              onLoad={() => void kept.drop().then(onWritten)}
              onKeepAsNew={() => void submit(false, true)}
            />
          </Suspense>
        ) : null}
        {lost ? <Alert type="warning" showIcon closable title="所选的收件人已失效，请回到列表重新选择。" /> : null}
        {kept.savedTime ? (
          <Alert type="info" showIcon closable title={`已恢复 ${dateFormat(kept.savedTime, 'YYYY-MM-DD HH:mm')} 未发送的内容`} />
        ) : null}
        <div
          style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 480px), 1fr))', gap: 12, alignItems: 'start' }}
        >
          <section aria-label="内容" style={panel}>
            {heading('内容')}
            <UploadsContext value={uploads}>
              <ContentFields channel={channel} values={values} choices={choices} edit={edit} />
            </UploadsContext>
          </section>
          <section aria-label="收件人与时间" style={panel}>
            {heading('收件人')}
            <AudienceFields
              channel={channel}
              values={values}
              choices={choices}
              edit={edit}
              onRemoveChosen={() => {
                edit({ chosen: null })
                forget()
              }}
            />
            {heading('时间')}
            <Form.Item name="scheduleTime" label="定时发送" extra="留空为提交或批准后立即发送" style={{ marginBottom: 0 }}>
              <DatePicker
                showTime={{ format: 'HH:mm', minuteStep: 5 }}
                format="YYYY-MM-DD HH:mm"
                style={{ width: '100%' }}
                placeholder="立即发送"
              />
            </Form.Item>
          </section>
        </div>
      </Flex>
      {shown ? (
        <Suspense>
          <PreviewDialog
            channel={channel}
            preview={shown}
            promotion={values.msgKind === 'promotion'}
            scheduled={values.scheduleTime?.format('YYYY-MM-DD HH:mm') ?? null}
            busy={busy === 'send'}
            // Who may only write keeps a draft; the server refuses them as well.
            onSend={session().has('message:send:submit') ? () => void submit(true) : null}
            onClose={() => setShown(null)}
          />
        </Suspense>
      ) : null}
    </Form>
  )
})
