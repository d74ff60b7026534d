import { queryEmployeeUsersByName } from '@assoc/contract/rbac/org'
import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { api } from '@assoc/http'
import { Select } from '@assoc/ui/data'
import { useEffect, useRef, useState } from 'react'

export interface PersonOption {
  value: string
  label: string
}

export interface RemoteSelectProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  /** Finds people by what was typed. */
  find: (word: string) => Promise<PersonOption[]>
  /** The person who is chosen already, so that she has a name. */
  known?: PersonOption | undefined
  placeholder?: string
}

/** Employees still at work, by the beginning of their names. */
export const findEmployees = async (name: string): Promise<PersonOption[]> =>
  (await api(queryEmployeeUsersByName, { name })).map((e) => ({ value: e.employeeId, label: e.deptName ? `${e.realName}（${e.deptName}）` : e.realName }))

/** Accounts in use, by name, account or mobile. */
export const findUsers = async (keyword: string): Promise<PersonOption[]> =>
  (await api(queryAllUsersBySystem, { keyword, accountStatus: 'normal', pageSize: 20 })).items.map((u) => ({ value: u.userId, label: `${u.realName}（${u.loginName}）` }))

const PAUSE_MS = 250

/** A picker whose options are asked of the server while one types; the latest question wins. */
export function RemoteSelect({ id, value, onChange, find, known, placeholder = '输入姓名查找' }: RemoteSelectProps) {
  const [options, setOptions] = useState<PersonOption[]>(known ? [known] : [])
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (word: string) => {
    const wanted = word.trim()
    latest.current = wanted
    setTyped(wanted)
    clearTimeout(timer.current)
    if (!wanted) return
    timer.current = setTimeout(() => {
      setAsking(true)
      find(wanted)
        .then((found) => latest.current === wanted && setOptions(found))
        .catch(() => undefined)
        .finally(() => latest.current === wanted && setAsking(false))
    }, PAUSE_MS)
  }
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ filterOption: false, onSearch: search }}
      loading={asking}
      value={value ?? null}
      options={options}
      placeholder={placeholder}
      notFoundContent={typed && !asking ? '没有找到' : '请输入姓名'}
      onChange={(chosen: string | undefined) => onChange?.(chosen ?? null)}
      style={{ width: '100%' }}
    />
  )
}
