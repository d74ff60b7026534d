import { noteApplicantCalled, sendApplicantCode, verifyApplicant } from '@assoc/contract/member/join-apply'
import { api } from '@assoc/http'
import { codeNotice, tellLost, toasts } from '@assoc/session'
import { Alert, Button, Flex, Input, Popconfirm, Typography } from '@assoc/ui'
import { useEffect, useState } from 'react'

/** Verifies the mobile of an applicant before the first review: by a code that they read out, or by a call. */
export default function Verify({ applyId, onDone }: { applyId: string; onDone: () => Promise<void> }) {
  const notice = codeNotice('sms')
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    await action().catch(tellLost)
    setBusy(false)
  }
  const check = () =>
    run(async () => {
      await api(verifyApplicant, { applyId, code })
      toasts.success('申请人手机已核实')
      await onDone()
    })
  const called = () =>
    run(async () => {
      await api(noteApplicantCalled, { applyId })
      toasts.success('已标记为电话核实')
      await onDone()
    })
  return (
    <section aria-label="申请人手机核实">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        申请人手机核实
      </Typography.Title>
      <Flex vertical gap={8}>
        <Typography.Text type="secondary">可以先在这里核实，也可以在初审通过时一并核实：向申请人手机发送验证码，请其告知后填入；联系得上本人的，也可以电话核实后标记。</Typography.Text>
        {notice ? <Alert type="warning" showIcon title={notice.stopped ? '尚未接入短信服务，发不出验证码，请电话核实。' : notice.text} /> : null}
        <Flex gap={8} wrap align="center">
          <SendCode applyId={applyId} disabled={busy || (notice?.stopped ?? false)} />
          <Input aria-label="验证码" style={{ width: 120 }} maxLength={6} inputMode="numeric" placeholder="6 位数字" value={code} onChange={(e) => setCode(e.target.value.replace(/\D/g, ''))} />
          <Button type="primary" disabled={busy || code.length !== 6} onClick={() => void check()}>
            核实
          </Button>
          <Popconfirm title="确认已电话联系申请人本人？将以您的姓名记录。" okText="确认" cancelText="取消" onConfirm={() => void called()}>
            <Button disabled={busy}>标记已电话核实</Button>
          </Popconfirm>
        </Flex>
      </Flex>
    </section>
  )
}

export interface CodeProps {
  applyId: string
  /** Given by the form. */
  id?: string
  value?: string | null
  onChange?: (value: string) => void
}

/** The code that the applicant reads out, and the button that sends it to them. */
export function Code({ applyId, id, value, onChange }: CodeProps) {
  const notice = codeNotice('sms')
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap>
        <Input {...(id ? { id } : {})} style={{ width: 120 }} maxLength={6} inputMode="numeric" placeholder="6 位数字" value={value ?? ''} onChange={(e) => onChange?.(e.target.value.replace(/\D/g, ''))} />
        <SendCode applyId={applyId} disabled={notice?.stopped ?? false} />
      </Flex>
      {notice ? <Alert type="warning" showIcon title={notice.stopped ? '尚未接入短信服务，发不出验证码，请电话核实。' : notice.text} /> : null}
    </Flex>
  )
}

/** Sends a code to an applicant's mobile; offered again when another may be sent. */
function SendCode({ applyId, disabled }: { applyId: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  /** Seconds until a code may be sent again; null before the first. */
  const [wait, setWait] = useState<number | null>(null)
  useEffect(() => {
    if (!wait) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const send = async () => {
    setBusy(true)
    await api(sendApplicantCode, { applyId }).then(({ resendAfterSeconds }) => setWait(resendAfterSeconds), tellLost)
    setBusy(false)
  }
  return (
    <Button disabled={busy || Boolean(wait) || disabled} onClick={() => void send()}>
      {wait ? `${wait} 秒后可重新发送` : '发送验证码'}
    </Button>
  )
}
