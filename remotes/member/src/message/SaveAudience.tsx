import { CODE } from '@assoc/contract'
import { audienceSharing, changeAudience, createAudience } from '@assoc/contract/message/audience'
import { api, ApiError, newKey } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, AppModal, Button, Flex, Form, Input, Select } from '@assoc/ui'
import { useRef, useState } from 'react'
import type { Loaded } from './AudienceTools'
import { audienceOf, type Values } from './compose-values'

interface SaveAudienceProps {
  values: Values
  /** The audience that was taken into the form and may be written again. */
  loaded: Loaded | null
  onClose: () => void
  onKept: (audienceId: string) => void
}

/** Keeps whom the form names under a name: how they are found, so that it finds others tomorrow. */
export default function SaveAudience({ values, loaded, onClose, onKept }: SaveAudienceProps) {
  const [form] = Form.useForm<{ audienceName: string; sharing: 'self' | 'dept' | 'all' }>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const intent = useRef(newKey())
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefused(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) return tellLost(error)
      intent.current = newKey()
      const named = error.fields.filter(({ path }) => path === 'audienceName' || path === 'sharing')
      form.setFields(named.map(({ path, message }) => ({ name: path as 'audienceName', errors: [message] })))
      if (named.length === 0) setRefused(error.code === CODE.conflict ? '这个分组已被其他人修改，请重新选用后再保存' : (error.fields[0]?.message ?? error.message))
    } finally {
      setBusy(false)
    }
  }
  const options = () => ({ idempotencyKey: intent.current, quiet: [CODE.input, CODE.conflict] })
  const audience = audienceOf(values) as never
  const create = async () => {
    const given = await form.validateFields().catch(() => null)
    if (!given) return
    await attempt(async () => {
      const { audienceId } = await api(createAudience, { ...given, audience }, options())
      toasts.success('收件人分组已保存')
      onKept(audienceId)
    })
  }
  const replace = ({ audienceId, version }: Loaded) =>
    attempt(async () => {
      await api(changeAudience, { audienceId, version, audience }, options())
      toasts.success('收件人分组已更新')
      onKept(audienceId)
    })
  return (
    <AppModal
      open
      title="保存收件人分组"
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>取消</Button>
          {loaded ? (
            <Button disabled={busy} onClick={() => void replace(loaded)}>
              更新“{loaded.audienceName}”
            </Button>
          ) : null}
          <Button type="primary" loading={busy} onClick={() => void create()}>
            保存为新分组
          </Button>
        </Flex>
      }
    >
      {refused ? <Alert type="error" showIcon title={refused} style={{ marginBottom: 12 }} /> : null}
      <Alert type="info" style={{ marginBottom: 12 }} title="分组保存的是条件和名单，每次使用时按当时的资料重新查找收件人。" />
      <Form form={form} layout="vertical" initialValues={{ sharing: 'self' }}>
        <Form.Item name="audienceName" label="分组名称" rules={[{ required: true, whitespace: true, message: '请填写分组名称' }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="sharing" label="使用范围" style={{ marginBottom: 0 }}>
          <Select options={audienceSharing.options} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
