import { findReportAccounts } from '@assoc/contract/member/report-user'
import { api } from '@assoc/http'
import { RemoteSelect, Select, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useState } from 'react'
import { companies } from '../../lib/find'

const accounts = new Map<string, string>()
const labelOf = (a: { realName: string; loginName: string }) => `${a.realName}（${a.loginName}）`

/** Remembers what an account of the list is called, for the form that changes it. */
export const noteAccount = (account: { userId: string; realName: string; loginName: string }): void => void accounts.set(account.userId, labelOf(account))
export const accountLabel = (id: unknown): string => accounts.get(String(id)) ?? '—'

async function findAccounts(keyword: string): Promise<RemoteOption[]> {
  const found = await api(findReportAccounts, { keyword })
  found.forEach(noteAccount)
  return found.map((a) => ({ value: a.userId, label: labelOf(a) }))
}

interface Given<T> {
  id?: string
  value?: T | null
  onChange?: (value: T | null) => void
}

/** An account by name; one that stands there already is not given to somebody else. */
export function AccountPicker({ id, value, onChange }: Given<string>) {
  const [known] = useState<RemoteOption | undefined>(() => (value ? { value, label: accountLabel(value) } : undefined))
  return <RemoteSelect {...(id ? { id } : {})} find={findAccounts} known={known} disabled={known !== undefined} value={value ?? null} placeholder="输入姓名或账号" onChange={(next) => onChange?.(next as string | null)} />
}

const PAUSE_MS = 250

/** Several companies; those of the record get their names when the form opens. */
export function CompaniesPicker({ id, value, onChange }: Given<string[]>) {
  const [names, setNames] = useState<Record<string, string>>({})
  const [found, setFound] = useState<readonly RemoteOption[]>([])
  const [word, setWord] = useState('')
  const chosen = value ?? []
  const nameless = chosen.filter((one) => names[one] === undefined)
  const key = nameless.join()
  const remember = (options: readonly RemoteOption[]) => setNames((known) => ({ ...known, ...Object.fromEntries(options.map((o) => [o.value, o.label])) }))
  useEffect(() => {
    if (key === '') return
    let wanted = true
    void Promise.all(key.split(',').map((one) => companies.name(one).then((label) => ({ value: one, label }), () => ({ value: one, label: '（无权查看）' })))).then((all) => wanted && remember(all))
    return () => void (wanted = false)
  }, [key])
  useEffect(() => {
    const wanted = word.trim()
    if (!wanted) return setFound([])
    let latest = true
    const timer = setTimeout(() => {
      companies.find(wanted).then((options) => {
        if (!latest) return
        remember(options)
        setFound(options)
      }, () => undefined)
    }, PAUSE_MS)
    return () => {
      latest = false
      clearTimeout(timer)
    }
  }, [word])
  const options = [...found, ...chosen.filter((one) => names[one] !== undefined && !found.some((o) => o.value === one)).map((one) => ({ value: one, label: names[one] ?? '' }))]
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear
      loading={key !== ''}
      showSearch={{ filterOption: false, onSearch: setWord }}
      value={key === '' ? chosen : chosen.filter((one) => names[one] !== undefined)}
      disabled={key !== ''}
      options={options}
      placeholder="输入公司名称、代码或拼音首字母"
      notFoundContent={word.trim() ? '没有找到' : '请输入关键字'}
      onChange={(next: string[]) => onChange?.(next)}
    />
  )
}
