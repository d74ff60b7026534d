import { CODE, labelOf, type FieldError } from '@assoc/contract'
import { startCanary } from '@assoc/contract/rbac/release'
import { ApiError, api } from '@assoc/http'
import { AppModal, checkForm, Flex, Form, Input, InputNumber, Radio, Select, Typography } from '@assoc/ui'
import { useState } from 'react'
import { EFFECT, type ModuleReleases, type Release } from './releases'

interface Values {
  by: 'percent' | 'group'
  percent?: number | null
  group?: string
  reason?: string
}

const FIELDS = ['percent', 'group', 'reason'] as const

export interface CanaryDialogProps {
  module: ModuleReleases
  row: Release
  serial: number
  groups: readonly string[]
  /** Sends, tells the outcome and reads again; throws what the dialog has to show itself. */
  perform: (send: () => Promise<unknown>, done: string) => Promise<void>
  onClose: () => void
}

/** Asks whom a canary is for: a share of the people, or a user group. */
export function CanaryDialog({ module, row, serial, groups, perform, onClose }: CanaryDialogProps) {
  const [form] = Form.useForm<Values>()
  const by = Form.useWatch('by', form) ?? 'percent'
  const [busy, setBusy] = useState(false)
  const replaced = module.canaries.filter((c) => c.version !== row.version)
  const label = (field: string) => labelOf(startCanary.request, field)

  /** Puts each sentence at its field, those of the missing audience at the field that is shown, and goes to the first. */
  const show = (errors: readonly FieldError[]) => {
    const audience = by === 'group' ? 'group' : 'percent'
    const fieldOf = ({ path }: FieldError) => (path === 'percent' || path === 'group' ? audience : path)
    const lists = FIELDS.map((name) => ({ name, errors: errors.filter((e) => fieldOf(e) === name).map((e) => e.message) }))
    form.setFields(lists)
    const first = lists.find((l) => l.errors.length > 0)
    if (first) form.focusField(first.name)
  }
  const submit = async () => {
    const { percent, group, reason } = form.getFieldsValue(true) as Values
    const input = { name: row.name, version: row.version, serial, percent: by === 'percent' ? (percent ?? null) : null, group: by === 'group' ? (group ?? null) : null, reason: reason ?? '' }
    const wrong = checkForm(startCanary.request, input)
    show(wrong)
    if (wrong.length > 0) return
    setBusy(true)
    try {
      await perform(() => api(startCanary, input, { quiet: [CODE.conflict] }), `${module.title} ${row.version} 已开始灰度`)
    } catch (error) {
      if (error instanceof ApiError) show(error.fields)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal open title={`灰度 · ${module.title}`} okText="开始灰度" cancelText="取消" okButtonProps={{ loading: busy }} onOk={() => void submit()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text>
          范围内的人员改用 {row.version}，其他人继续使用 {module.live?.version}。{EFFECT}
        </Typography.Text>
        <Form form={form} name="release-canary" layout="vertical" initialValues={{ by: 'percent' }}>
          <Form.Item name="by" label="范围">
            <Radio.Group
              options={[
                { value: 'percent', label: '按人员比例' },
                { value: 'group', label: groups.length > 0 ? '按用户组' : '按用户组（还没有用户组）', disabled: groups.length === 0 },
              ]}
            />
          </Form.Item>
          {by === 'percent' ? (
            <Form.Item name="percent" label={label('percent')} required extra="1 到 99。同一人始终落在同一侧，扩大比例时已在灰度中的人不变。">
              <InputNumber style={{ width: 160 }} precision={0} autoFocus />
            </Form.Item>
          ) : (
            <Form.Item name="group" label={label('group')} required>
              <Select showSearch placeholder="请选择" options={groups.map((g) => ({ value: g, label: g }))} />
            </Form.Item>
          )}
          <Form.Item name="reason" label={label('reason')} required style={{ marginBottom: 28 }}>
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        </Form>
        {replaced.length > 0 ? (
          <Typography.Text type="secondary">该模块已有灰度：{replaced.map((c) => `${c.version}（${c.audience}）`).join('、')}。范围的种类相同时，由本次的取代。</Typography.Text>
        ) : null}
      </Flex>
    </AppModal>
  )
}
