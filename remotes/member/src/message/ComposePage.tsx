import { CODE, type FieldError } from '@assoc/contract'
import { createMail, createSms, previewMail, previewSms, SMS_MAX } from '@assoc/contract/member/message'
import { messageKind } from '@assoc/contract/member/message-kinds'
import { ApiError, api, dateFormat, newKey } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session, toasts } from '@assoc/session'
import { Alert, Button, Flex, Input, Typography, theme, useTab } from '@assoc/ui'
import { checkForm, DatePicker, Form, Popconfirm, Radio, Select } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { AudienceFields } from './AudienceFields'
import { EMPTY, fieldOf, lengthOf, requestOf, type Channel, type Values } from './compose-values'
import { PreviewDialog, type Preview } from './PreviewDialog'
import { TrialButton } from './TrialButton'
import { useKept, useSign, useTemplates } from './use-compose'

const CALLS = {
  sms: { preview: previewSms, create: createSms, what: '短信', list: '/textMessageManagement/messageList', read: 'message:sms:read', name: 'member/WriteText' },
  mail: { preview: previewMail, create: createMail, what: '邮件', list: '/emailManagement/emailList', read: 'message:mail:read', name: 'member/WriteEmail' },
}
const VARIABLES = ['公司简称', '姓名', '会员编号', '欠费金额']
const DONE: Record<string, string> = { draft: '已存为草稿', approval: '已提交，等待其他人批准', queued: '已提交发送' }

/** Writing a message: words, people, time; looked at in a preview before it goes. What is typed is kept until it is sent. */
export const ComposePage = observer(function ComposePage({ channel }: { channel: Channel }) {
  const { preview, create, what, list, read, name } = CALLS[channel]
  const { token } = theme.useToken()
  const { setDirty: tell } = useTab()
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const [values, setValues] = useState<Values>(EMPTY)
  const [dirty, setDirty] = useState(false)
  const [busy, setBusy] = useState<'preview' | 'draft' | 'send' | null>(null)
  const [shown, setShown] = useState<Preview | null>(null)
  const templates = useTemplates(channel)
  const sign = useSign(channel)
  // One key per intent: the same until something changes or the server has answered.
  const intent = useRef(newKey())
  const put = (next: Values) => {
    form.setFieldsValue(next)
    setValues(next)
    setDirty(true)
  }
  const kept = useKept(name, put)
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
    form.setFieldsValue(part)
    changed({ ...values, ...part })
  }
  const show = (errors: readonly FieldError[]) => {
    const names = Object.keys(EMPTY) as (keyof Values)[]
    form.setFields(names.map((n) => ({ name: n, errors: [...new Set(errors.filter((e) => fieldOf(e.path) === n).map((e) => e.message))] })))
    if (errors[0]) form.scrollToField(fieldOf(errors[0].path), { focus: true, block: 'center' } as never)
  }
  /** Does something with the message as it stands; refusals stand at their fields. */
  const attempt = async (kind: 'preview' | 'draft' | 'send', work: () => Promise<void>) => {
    const wrong = checkForm(preview.request, requestOf(channel, values))
    show(wrong)
    if (wrong.length > 0) return
    setBusy(kind)
    try {
      await work()
    } catch (error) {
      setShown(null)
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，内容已保留，请重试')
      intent.current = newKey()
      show(error.fields)
    } finally {
      setBusy(null)
    }
  }
  const look = () => attempt('preview', async () => setShown(await api(preview, requestOf(channel, values) as never, { quiet: [CODE.input] })))
  const submit = (send: boolean) =>
    attempt(send ? 'send' : 'draft', async () => {
      const { msgStatus } = await api(create, { ...requestOf(channel, values), send } as never, { idempotencyKey: intent.current, quiet: [CODE.input] })
      toasts.success(`${what}${DONE[msgStatus] ?? '已提交'}`)
      await clear()
      if (session().has(read)) navigate(list)
    })
  const clear = async () => {
    setShown(null)
    form.setFieldsValue(EMPTY)
    form.setFields((Object.keys(EMPTY) as (keyof Values)[]).map((n) => ({ name: n, errors: [] })))
    setValues(EMPTY)
    setDirty(false)
    intent.current = newKey()
    await kept.drop()
  }

  const { characters, parts } = lengthOf(values.content, sign)
  const counter = channel === 'sms' ? `${sign ? `连同签名【${sign}】` : ''}共 ${characters} 字，计 ${parts} 条，最多 ${SMS_MAX} 字` : `共 ${[...values.content].length} 字`
  const promotion = values.msgKind === 'promotion'
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  const heading = (text: string) => (
    <Typography.Title level={2} style={{ fontSize: 14, margin: '0 0 12px' }}>
      {text}
    </Typography.Title>
  )
  return (
    <Form form={form} name={`compose-${channel}`} layout="vertical" initialValues={EMPTY} onValuesChange={(_part, all) => changed({ ...values, ...all })}>
      <Flex vertical gap={12} style={{ maxWidth: 1280 }}>
        <Flex align="center" justify="space-between" gap={12} wrap style={{ ...panel, padding: '10px 16px' }}>
          <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            写{what}
          </Typography.Title>
          <Flex gap={8}>
            <Popconfirm title="清空已填写的内容？" okText="清空" cancelText="继续填写" disabled={!dirty} onConfirm={() => void clear()}>
              <Button disabled={!dirty}>清空</Button>
            </Popconfirm>
            <TrialButton channel={channel} request={() => requestOf(channel, values)} onRefused={show} />
            <Button loading={busy === 'draft'} onClick={() => void submit(false)}>
              存为草稿
            </Button>
            <Button type="primary" loading={busy === 'preview'} onClick={() => void look()}>
              预览并发送
            </Button>
          </Flex>
        </Flex>
        {kept.savedTime ? <Alert type="info" showIcon closable title={`已恢复 ${dateFormat(kept.savedTime, 'YYYY-MM-DD HH:mm')} 未发送的内容`} /> : null}
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 480px), 1fr))', gap: 12, alignItems: 'start' }}>
          <section aria-label="内容" style={panel}>
            {heading('内容')}
            <Form.Item name="msgKind" label="消息类型" extra={promotion ? (channel === 'sms' ? '须写明“拒收请回复R”，只能在 8:00 至 21:00 发送，并由其他人批准' : '主题须以“（广告）”开头，只能在 8:00 至 21:00 发送，并由其他人批准；末尾自动加上退订说明') : undefined}>
              <Radio.Group options={[...messageKind.options]} />
            </Form.Item>
            <Form.Item name="templateId" label="模板">
              <Select
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="不使用模板"
                options={templates.map((t) => ({ value: t.templateId, label: t.templateName }))}
                onChange={(id: string | undefined) => {
                  const chosen = templates.find((t) => t.templateId === id)
                  if (chosen) edit({ templateId: chosen.templateId, content: chosen.templateContent, ...(channel === 'mail' ? { subject: chosen.subject ?? '' } : {}) })
                }}
              />
            </Form.Item>
            {channel === 'mail' ? (
              <Form.Item name="subject" label="邮件主题" required>
                <Input maxLength={100} />
              </Form.Item>
            ) : null}
            <Form.Item name="content" label={`${what}内容`} required extra={counter}>
              <Input.TextArea autoSize={channel === 'sms' ? { minRows: 5, maxRows: 12 } : { minRows: 10, maxRows: 24 }} />
            </Form.Item>
            <Flex gap={8} wrap align="center">
              <Typography.Text type="secondary">插入变量</Typography.Text>
              {VARIABLES.map((v) => (
                <Button key={v} size="small" onClick={() => edit({ content: `${values.content}\${${v}}` })}>
                  {v}
                </Button>
              ))}
            </Flex>
          </section>
          <section aria-label="收件人与时间" style={panel}>
            {heading('收件人')}
            <AudienceFields channel={channel} values={values} />
            {heading('时间')}
            <Form.Item name="scheduleTime" label="定时发送" extra="留空为提交或批准后立即发送" style={{ marginBottom: 0 }}>
              <DatePicker showTime={{ format: 'HH:mm', minuteStep: 5 }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} placeholder="立即发送" />
            </Form.Item>
          </section>
        </div>
      </Flex>
      {shown ? (
        <PreviewDialog
          channel={channel}
          preview={shown}
          promotion={promotion}
          scheduled={values.scheduleTime?.format('YYYY-MM-DD HH:mm') ?? null}
          busy={busy === 'send'}
          onSend={() => void submit(true)}
          onClose={() => setShown(null)}
        />
      ) : null}
    </Form>
  )
})
