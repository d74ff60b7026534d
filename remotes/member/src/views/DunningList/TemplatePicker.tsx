import { messageTemplate } from '@assoc/contract/message/template'
import { api } from '@assoc/http'
import { Form, Select, type FormField, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useState } from 'react'
import type { GivenByForm } from '../../lib/Picker'

/** Templates are few: all that are in use are offered at once. */
const OFFERED = 100
const seen = new Map<string, string>()

/** The templates in use of the channel that stands in the same form. */
function TemplatePicker({ id, value, onChange }: GivenByForm) {
  const form = Form.useFormInstance()
  const channel = Form.useWatch<'sms' | 'mail' | undefined>('channel', form)
  const [options, setOptions] = useState<readonly RemoteOption[] | null>(null)
  useEffect(() => {
    if (!channel) return
    let wanted = true
    setOptions(null)
    const load = async () => {
      const { items } = await api(messageTemplate.list, { channel, templateStatus: 'enabled', sort: { field: 'templateName', order: 'asc' }, pageSize: OFFERED })
      for (const { templateId, templateName } of items) seen.set(templateId, templateName)
      if (!wanted) return
      setOptions(items.map(({ templateId, templateName }) => ({ value: templateId, label: templateName })))
      // A template of the other channel does not stay.
      if (value && !items.some(({ templateId }) => templateId === value)) onChange?.(null)
    }
    load().catch(() => wanted && setOptions([]))
    return () => void (wanted = false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- options are those of the channel, whatever is chosen
  }, [channel])
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={options === null}
      value={options?.some((o) => o.value === value) ? value : null}
      options={options ? [...options] : []}
      placeholder="请选择"
      notFoundContent={options ? '没有启用的模板，请先在短信或邮件模板中维护' : '正在读取…'}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      style={{ width: '100%' }}
    />
  )
}

/** The field of a form in which a template of the form's channel is chosen. */
export const templateField: Partial<FormField> = { kind: 'own', span: 2, help: '模板须含变量 ${欠费金额}，发出后自动记入催缴记录', render: <TemplatePicker />, show: (id) => seen.get(String(id)) ?? '（未读取名称的模板）' }
