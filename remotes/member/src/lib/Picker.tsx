import { Select, type RemoteOption } from '@assoc/ui/data'
import { useEffect, useRef, useState } from 'react'
import type { Finder } from './find'

const PAUSE_MS = 250

/** What a form gives its controls. */
export interface GivenByForm {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  disabled?: boolean
}

interface PickerProps extends GivenByForm {
  finder: Finder
  /** Offered before a word is typed. */
  suggested?: readonly RemoteOption[]
  placeholder: string
}

const NONE: readonly RemoteOption[] = []

/** Chooses a record by searching for it; one that was chosen before, in another session, stands there by its name. */
export function Picker({ finder, suggested = NONE, placeholder, id, value, onChange, disabled = false }: PickerProps) {
  const [found, setFound] = useState<readonly RemoteOption[] | null>(null)
  const [picked, setPicked] = useState<RemoteOption | null>(null)
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])

  const unknown = value && picked?.value !== value && ![...(found ?? []), ...suggested].some((o) => o.value === value) ? value : null
  useEffect(() => {
    if (!unknown) return
    let gone = false
    finder.name(unknown).then(
      (label) => gone || setPicked({ value: unknown, label }),
      () => gone || setPicked({ value: unknown, label: '（无权查看）' }),
    )
    return () => {
      gone = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the same look-up with every drawing
  }, [unknown])

  const search = (word: string) => {
    const wanted = word.trim()
    latest.current = wanted
    clearTimeout(timer.current)
    if (!wanted) return setFound(null)
    timer.current = setTimeout(() => {
      setAsking(true)
      finder
        .find(wanted)
        .then((options) => latest.current === wanted && setFound(options))
        // The refusal has been shown; what was found before stays.
        .catch(() => undefined)
        .finally(() => setAsking(false))
    }, PAUSE_MS)
  }
  const offered = found ?? suggested
  const options = picked && !offered.some((o) => o.value === picked.value) ? [...offered, picked] : offered
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      disabled={disabled || unknown !== null}
      showSearch={{ filterOption: false, onSearch: search }}
      loading={asking || (unknown !== null)}
      placeholder={unknown ? '正在读取…' : placeholder}
      value={unknown ? null : (value ?? null)}
      options={options.map((o) => ({ value: o.value, label: o.label }))}
      notFoundContent={asking ? '正在查找…' : found ? '没有找到' : '请输入关键字'}
      style={{ width: '100%' }}
      onChange={(next: string | null | undefined) => {
        setPicked(options.find((o) => o.value === next) ?? null)
        onChange?.(next ?? null)
      }}
    />
  )
}
