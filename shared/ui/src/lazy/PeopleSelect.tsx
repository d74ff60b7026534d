import { useEffect, useRef, useState } from 'react'
import { Flex, Typography } from '../shell'
import { Select } from '../data/kit/select'

export interface Colleague {
  userId: string
  realName: string
  deptName: string | null
  /** What else tells of them, below the name. */
  note?: string
}

export interface PeopleSelectProps {
  /** Finds colleagues by a name or account; an empty text finds those near to the person. */
  search: (keyword: string) => Promise<readonly Colleague[]>
  multiple?: boolean
  /** How many may be chosen. */
  most?: number
  /** What is chosen: an id, or several. */
  value?: string | readonly string[] | null
  onChange?: (value: string | string[] | null) => void
  id?: string
  'aria-label'?: string
  placeholder?: string
}

/** After the last key a search waits so long, ms. */
const PAUSE = 250

const nameOf = ({ realName, deptName }: Colleague) => (deptName ? `${realName}（${deptName}）` : realName)

/** Colleagues who come into question for something, found by name: for lists of people that are nobody's resource, such as who may read a record. */
export function PeopleSelect({ search, multiple = false, most, value, onChange, ...props }: PeopleSelectProps) {
  const [found, setFound] = useState<readonly Colleague[]>([])
  const [busy, setBusy] = useState(false)
  /** Everybody who was ever found, so that who is chosen keeps the name. */
  const [known, setKnown] = useState<ReadonlyMap<string, Colleague>>(new Map())
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const look = (keyword: string, pause = PAUSE) => {
    const mine = (asked.current += 1)
    clearTimeout(timer.current)
    setBusy(true)
    timer.current = setTimeout(() => {
      search(keyword.slice(0, 30))
        .then((people) => {
          if (asked.current !== mine) return
          setFound(people)
          setKnown((all) => new Map([...all, ...people.map((one) => [one.userId, one] as const)]))
        })
        // Said by the client; it is searched again with the next key.
        .catch(() => undefined)
        .finally(() => asked.current === mine && setBusy(false))
    }, pause)
  }
  const chosen = multiple ? [...((value as readonly string[] | null | undefined) ?? [])] : (value as string | null | undefined) ?? null
  const others = [chosen].flat().flatMap((id) => (id !== null && !found.some(({ userId }) => userId === id) ? (known.get(id) ?? []) : []))
  return (
    <Select
      {...props}
      {...(multiple ? { mode: 'multiple' as const, ...(most ? { maxCount: most } : {}) } : {})}
      showSearch={{ filterOption: false, onSearch: look }}
      allowClear
      loading={busy}
      style={{ width: '100%' }}
      value={chosen}
      onOpenChange={(open) => open && look('', 0)}
      notFoundContent={busy ? '正在查找…' : '没有符合条件的同事'}
      options={[...found, ...others].map((one) => ({ value: one.userId, label: nameOf(one), note: one.note }))}
      optionRender={({ label, data }) => (
        <Flex vertical>
          <span>{label}</span>
          {data.note ? <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'normal' }}>{data.note}</Typography.Text> : null}
        </Flex>
      )}
      onChange={(next: string | string[] | undefined) => onChange?.(next ?? null)}
    />
  )
}
