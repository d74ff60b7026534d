import { useState } from 'react'
import { Button, Flex, Input } from '../shell'

export interface PersonalInputProps {
  id?: string
  /** Undefined while it was not touched. */
  value?: string | null
  onChange?: (value: string | null) => void
  /** The stored value as it may be shown. */
  masked: string | null
  /** Gives the stored value in plain text; each time is logged. Left out for who may not see it. */
  reveal?: (() => Promise<string | null>) | undefined
  placeholder?: string
  disabled?: boolean
}

/** Personal data in a form: masked until it is asked for or typed anew. Left untouched it stays as it is stored. */
export function PersonalInput({ id, value, onChange, masked, reveal, placeholder, disabled }: PersonalInputProps) {
  const [busy, setBusy] = useState(false)
  if (value !== undefined || masked === null) {
    return <Input {...(id ? { id } : {})} value={value ?? ''} disabled={disabled ?? false} {...(placeholder ? { placeholder } : {})} onChange={(e) => onChange?.(e.target.value)} />
  }
  const show = async () => {
    if (!reveal) return
    setBusy(true)
    // A refusal has been shown as a toast; the field stays as it was.
    const plain = await reveal().catch(() => undefined)
    setBusy(false)
    if (plain !== undefined) onChange?.(plain ?? '')
  }
  return (
    <Flex gap={8}>
      <Input {...(id ? { id } : {})} value={masked} readOnly disabled={disabled ?? false} />
      {reveal && !disabled ? (
        <Button loading={busy} onClick={() => void show()}>
          查看
        </Button>
      ) : null}
      {disabled ? null : <Button onClick={() => onChange?.('')}>重填</Button>}
    </Flex>
  )
}
