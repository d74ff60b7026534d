import { Form, Select, type FormField, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useState } from 'react'
import { companies, contactsOf, labelSeen, members, poolPeople } from './find'
import { Picker, type GivenByForm } from './Picker'

const CompanyPicker = (props: GivenByForm) => <Picker finder={companies} placeholder="输入公司名称、代码或拼音首字母" {...props} />
const MemberPicker = (props: GivenByForm) => <Picker finder={members} placeholder="输入会员编号、名称或代码" {...props} />
const PersonPicker = (props: GivenByForm) => <Picker finder={poolPeople} placeholder="输入姓名或单位" {...props} />

/** People of the company that stands in the same form; there are few, so they are all offered. */
function ContactPicker({ id, value, onChange }: GivenByForm) {
  const form = Form.useFormInstance()
  const companyId = Form.useWatch<string | null>('companyId', form) ?? null
  const [options, setOptions] = useState<readonly RemoteOption[]>([])
  const [loading, setLoading] = useState(false)
  // The form tells it at once; what is watched comes a moment later.
  const [first] = useState(() => form.getFieldValue('companyId') as unknown)
  useEffect(() => {
    if (!companyId) return setOptions([])
    let wanted = true
    setLoading(true)
    const finder = contactsOf(companyId)
    const load = async () => {
      const found = await finder.find('')
      if (!value || found.some((o) => o.value === value)) return found
      // Somebody of the record who no longer serves still has a name; somebody of another company is not kept.
      if (companyId === first) return [...found, { value, label: await finder.name(value).catch(() => '（无权查看）') }]
      if (wanted) onChange?.(null)
      return found
    }
    load()
      .catch(() => (value ? [{ value, label: '（无权查看）' }] : []))
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

/** Form fields that refer to a company, a member, a person of the pool, or a person at the form's company. */
export const companyField: Partial<FormField> = { kind: 'own', render: <CompanyPicker />, span: 2, show: (id) => labelSeen('company', id) }
export const memberField: Partial<FormField> = { kind: 'own', render: <MemberPicker />, span: 2, show: (id) => labelSeen('member', id) }
export const personField: Partial<FormField> = { kind: 'own', render: <PersonPicker />, span: 2, show: (id) => (id ? labelSeen('poolPerson', id) : '—') }
export const contactField: Partial<FormField> = { kind: 'own', render: <ContactPicker />, show: (id) => (id ? labelSeen('contact', id) : '—') }
