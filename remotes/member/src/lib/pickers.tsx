import { Form, RemoteSelect, Select, type FormField, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useState } from 'react'
import { companies, contactsOf, members, type Finder } from './find'

interface PickerProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  disabled?: boolean
  placeholder?: string
}

/** A picker of records that asks what the one is called that the form begins with. */
function Picker({ finder, value, ...props }: PickerProps & { finder: Finder }) {
  const [known, setKnown] = useState<RemoteOption | null>(null)
  // What she chose herself has its name already.
  const [first] = useState(value ?? null)
  useEffect(() => {
    if (!first) return
    let wanted = true
    const show = (label: string) => wanted && setKnown({ value: first, label })
    finder.name(first).then(show, () => show('（无权查看）'))
    return () => void (wanted = false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the name of the first one is asked for once
  }, [first])
  // RemoteSelect takes the chosen one when it is drawn first, so it waits for the name.
  if (first && !known) return <Select {...(props.id ? { id: props.id } : {})} loading disabled style={{ width: '100%' }} placeholder="正在读取…" />
  return <RemoteSelect find={finder.find} known={known ?? undefined} value={value ?? null} onChange={(next) => props.onChange?.(next as string | null)} {...(props.id ? { id: props.id } : {})} disabled={props.disabled ?? false} placeholder={props.placeholder ?? '输入名称查找'} />
}

const CompanyPicker = (props: PickerProps) => <Picker finder={companies} placeholder="输入公司名称、代码或拼音首字母" {...props} />
const MemberPicker = (props: PickerProps) => <Picker finder={members} placeholder="输入会员编号、公司名称或代码" {...props} />

/** People of the company that stands in the same form; there are few, so they are all offered. */
function ContactPicker({ id, value, onChange }: PickerProps) {
  const companyId = Form.useWatch<string | null>('companyId', Form.useFormInstance()) ?? null
  const [options, setOptions] = useState<readonly RemoteOption[]>([])
  const [loading, setLoading] = useState(false)
  useEffect(() => {
    if (!companyId) return setOptions([])
    let wanted = true
    setLoading(true)
    const finder = contactsOf(companyId)
    const load = async () => {
      const found = await finder.find('')
      // Somebody who no longer serves still has a name.
      const left = value && !found.some((o) => o.value === value) ? [{ value, label: await finder.name(value).catch(() => '（无权查看）') }] : []
      return [...found, ...left]
    }
    load()
      .catch(() => [])
      .then((found) => {
        if (!wanted) return
        setOptions(found)
        setLoading(false)
      })
    return () => void (wanted = false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- options are those of the company, whoever is chosen
  }, [companyId])
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={loading}
      value={(options.some((o) => o.value === value) ? value : null) ?? null}
      options={[...options]}
      placeholder={companyId ? '请选择' : '请先选择所属公司'}
      notFoundContent={loading ? '正在读取…' : '该公司没有在任的联系人'}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      style={{ width: '100%' }}
    />
  )
}

/** Form fields that refer to a company, a member, or a person at the form's company. */
export const companyField: Partial<FormField> = { kind: 'own', render: <CompanyPicker />, span: 2 }
export const memberField: Partial<FormField> = { kind: 'own', render: <MemberPicker />, span: 2 }
export const contactField: Partial<FormField> = { kind: 'own', render: <ContactPicker /> }
