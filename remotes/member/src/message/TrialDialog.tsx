import { CODE, type FieldError } from '@assoc/contract'
import { testMail, testSms } from '@assoc/contract/message/message'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Flex, Input, Typography } from '@assoc/ui'
import { useState } from 'react'
import type { Channel } from './compose-values'

export interface TrialDialogProps {
  channel: Channel
  /** The message as it stands. */
  request: () => object
  /** Told what is wrong with the message itself, apart from the number or address. */
  onRefused: (errors: readonly FieldError[]) => void
  onClose: () => void
}

/** Sends the message as it stands to one number or address, with invented facts in its variables. */
export default function TrialDialog({ channel, request, onRefused, onClose }: TrialDialogProps) {
  const [target, setTarget] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const what = channel === 'sms' ? '手机号码' : '邮箱'
  const send = async () => {
    // Enter that is pressed again while it goes makes no second one.
    if (busy || target.trim() === '') return
    setBusy(true)
    setRefused(null)
    try {
      const call = channel === 'sms' ? testSms : testMail
      const answer = await api(call, { ...request(), target } as never, { quiet: [CODE.input] })
      toasts.success(`已试发到 ${answer.target}`)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) return setRefused('网络连接失败，请重试')
      const own = error.fields.find((e) => e.path === 'target')
      if (own) return setRefused(own.message)
      onClose()
      onRefused(error.fields)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal
      open
      title="试发"
      width={440}
      okText="发送"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: target.trim() === '' }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Flex vertical gap={8}>
        <Input
          aria-label={`试发的${what}`}
          placeholder={what}
          value={target}
          status={refused ? 'error' : ''}
          onChange={(e) => setTarget(e.target.value)}
          onPressEnter={() => void send()}
        />
        {refused ? (
          <Typography.Text type="danger" role="alert">
            {refused}
          </Typography.Text>
        ) : null}
        <Typography.Text type="secondary">
          {channel === 'sms'
            ? '变量以示例内容代替，不占用额度。'
            : '变量以示例内容代替，主题前加“[试发]”；格式、附件和退订链接与正式发送相同，退订链接不改变退订名单。'}
        </Typography.Text>
      </Flex>
    </AppModal>
  )
}
