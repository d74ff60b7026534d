import { CODE, type ResponseOf } from '@assoc/contract'
import { answerImOffer, beginImBinding, imKind, removeImBinding, selectOwnIm, type ImKind } from '@assoc/contract/rbac/im'
import { ApiError, api, dateFormat, newKey } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, AppModal, Button, FailedToLoad, Flex, Form, Input, ReasonDialog, Skeleton, Tag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Item = ResponseOf<typeof selectOwnIm>['items'][number]
const at = (time: string) => dateFormat(time, 'YYYY-MM-DD HH:mm')

/** The person's accounts at messengers: sign-in by their QR code, and notices there. */
export function ImPart() {
  const own = useAnswer(selectOwnIm, {})
  const [binding, setBinding] = useState<ImKind | null>(null)
  const [ending, setEnding] = useState<Item | null>(null)
  const [busy, setBusy] = useState(false)
  if (own.error && !own.data) return <FailedToLoad message={own.error} onRetry={() => void own.reload()} />
  if (!own.data) return <Skeleton active />
  const { items, offer } = own.data
  const answer = async (accept: boolean) => {
    setBusy(true)
    try {
      await api(answerImOffer, { accept })
      if (accept && offer) toasts.success(`已绑定${imKind.labels[offer.kind]}`)
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
      void own.reload()
    }
  }
  return (
    <Flex vertical gap={16} style={{ maxWidth: 860 }}>
      {offer ? (
        <Alert
          type="info"
          showIcon
          title={`您刚才扫码的${imKind.labels[offer.kind]}账号「${offer.shownName}」还没有绑定。绑定到当前账号吗？不是您本人的账号，请不要绑定。`}
          action={
            <Flex gap={8}>
              <Button type="primary" size="small" loading={busy} onClick={() => void answer(true)}>
                绑定
              </Button>
              <Button size="small" disabled={busy} onClick={() => void answer(false)}>
                不绑定
              </Button>
            </Flex>
          }
        />
      ) : null}
      {items.length === 0 ? <Typography.Text type="secondary">还没有接入企业微信、钉钉或飞书。接入后，可以在这里绑定，用扫码登录，并在其中收到待办和消息。</Typography.Text> : null}
      {items.map((item) => (
        <Flex key={item.kind} justify="space-between" align="center" gap={12} wrap role="group" aria-label={imKind.labels[item.kind]}>
          <Flex vertical gap={4}>
            <Flex gap={8} align="center">
              <Typography.Text strong>{imKind.labels[item.kind]}</Typography.Text>
              <Tag color={item.bindTime ? 'success' : 'default'}>{item.bindTime ? '已绑定' : '未绑定'}</Tag>
            </Flex>
            <Typography.Text type="secondary">{item.bindTime ? `${item.shownName}，${at(item.bindTime)} 绑定${item.lastUsedTime ? `，最近扫码登录 ${at(item.lastUsedTime)}` : ''}` : `绑定后可以扫码登录，待办和消息同时发到${imKind.labels[item.kind]}`}</Typography.Text>
          </Flex>
          {item.bindTime ? (
            <Button danger aria-label={`解除绑定${imKind.labels[item.kind]}`} onClick={() => setEnding(item)}>
              解除绑定
            </Button>
          ) : (
            <Button aria-label={`绑定${imKind.labels[item.kind]}`} onClick={() => setBinding(item.kind)}>
              绑定
            </Button>
          )}
        </Flex>
      ))}
      {binding ? <BindDialog kind={binding} onClose={() => setBinding(null)} /> : null}
      {ending ? (
        <ReasonDialog
          title={`解除绑定${imKind.labels[ending.kind]}`}
          text={`解除后，「${ending.shownName}」不能再扫码登录本账号，也不再收到待办和消息。`}
          confirmText="解除绑定"
          reason="none"
          danger
          onConfirm={async () => {
            await api(removeImBinding, { kind: ending.kind })
            toasts.success('已解除绑定')
            void own.reload()
          }}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </Flex>
  )
}

/** The password once more, then away to the messenger's own page with its QR code. */
function BindDialog({ kind, onClose }: { kind: ImKind; onClose: () => void }) {
  const [form] = Form.useForm<{ passWord?: string }>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const { passWord = '' } = form.getFieldsValue(true) as { passWord?: string }
    form.setFields([{ name: 'passWord', errors: passWord ? [] : ['请填写当前密码'] }])
    if (!passWord) return
    setBusy(true)
    try {
      const { address } = await api(beginImBinding, { kind, passWord }, { idempotencyKey: newKey(), quiet: [CODE.input] })
      window.location.assign(address)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) return toasts.error('网络连接失败，请重试')
      form.setFields(error.fields.map((f) => ({ name: f.path as 'passWord', errors: [f.message] })))
    }
  }
  return (
    <AppModal open title={`绑定${imKind.labels[kind]}`} okText="去扫码" cancelText="取消" okButtonProps={{ loading: busy }} onOk={() => void submit()} onCancel={onClose}>
      <Form form={form} layout="vertical" onFinish={() => void submit()}>
        <Form.Item name="passWord" label="当前密码" required extra={`为确认是您本人，请先输入登录密码；随后打开${imKind.labels[kind]}的扫码页面`}>
          <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
        </Form.Item>
        <button type="submit" hidden aria-label="去扫码" />
      </Form>
    </AppModal>
  )
}
