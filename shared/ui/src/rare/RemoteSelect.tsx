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
  const names = useRef(new Map(known ? [[known.value, known]] : []))
  useEffect(() => () => clearTimeout(timer.current), [])
  const chosen = new Set(Array.isArray(value) ? value : value ? [value] : [])
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
          for (const option of found) names.current.set(option.value, option)
          setOptions(found)
          setState('idle')
        },
        () => latest.current === wanted && setState('failed'),
      )
    }, PAUSE_MS)
  }
  // Those chosen before stand among the options, or they would be shown as bare ids.
  const kept = [...chosen].flatMap((one) => (options.some((o) => o.value === one) ? [] : (names.current.get(one) ?? [])))
  return (
    <Select
      {...(id ? { id } : {})}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      allowClear
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: search }}
      loading={state === 'asking'}
      value={(value ?? (multiple ? [] : null)) as never}
      options={[...options, ...kept]}
      placeholder={placeholder}
      notFoundContent={state === 'failed' ? '查找没有成功，请重试' : typed && state === 'idle' ? '没有找到' : '请输入名称'}
      onChange={(next: unknown) => onChange?.((next as string | string[] | undefined) ?? null)}
      style={{ width: '100%' }}
    />
  )
}
