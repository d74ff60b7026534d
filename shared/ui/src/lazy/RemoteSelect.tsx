import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { RemoteOption } from '../data/kit/FormFields'

export interface RemoteSelectProps {
  id?: string
  value?: string | string[] | null
  onChange?: (value: string | string[] | null) => void
  /** Finds records by what was typed. */
  find: (word: string) => Promise<readonly RemoteOption[]>
  /** The record that is chosen already, so that it has a name. */
  known?: RemoteOption | undefined
  multiple?: boolean
  placeholder?: string
  disabled?: boolean
}

const PAUSE_MS = 250

/** A picker whose options are asked of the server while one types; the latest question wins. What was chosen keeps its name. */
export function RemoteSelect({ id, value, onChange, find, known, multiple = false, placeholder = '输入名称查找', disabled = false }: RemoteSelectProps) {
  const [options, setOptions] = useState<readonly RemoteOption[]>(known ? [known] : [])
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef('')
  // Those chosen keep standing among the options, or they would be shown as bare ids.
  const [picked, setPicked] = useState<readonly RemoteOption[]>(known ? [known] : [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (word: string) => {
    const wanted = word.trim()
    latest.current = wanted
    setTyped(wanted)
    clearTimeout(timer.current)
    if (!wanted) return
    timer.current = setTimeout(() => {
      setState('asking')
      find(wanted).then(
        (found) => {
          if (latest.current !== wanted) return
          setOptions(found)
          setState('idle')
        },
        () => latest.current === wanted && setState('failed'),
      )
    }, PAUSE_MS)
  }
  const offered = [...options, ...picked.filter((p) => !options.some((o) => o.value === p.value))]
  const change = (next: string | string[] | undefined) => {
    const chosen = new Set(Array.isArray(next) ? next : next ? [next] : [])
    setPicked(offered.filter((o) => chosen.has(o.value)))
    onChange?.(next ?? null)
  }
  return (
    <Select
      {...(id ? { id } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      allowClear
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: search }}
      loading={state === 'asking'}
      value={(value ?? (multiple ? [] : null)) as never}
      options={offered}
      placeholder={placeholder}
      notFoundContent={state === 'failed' ? '查找没有成功，请重试' : typed && state === 'idle' ? '没有找到' : '请输入名称'}
      onChange={(next: unknown) => change(next as string | string[] | undefined)}
      style={{ width: '100%' }}
    />
  )
}
