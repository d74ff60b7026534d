import type { Option } from '@assoc/contract/form/engine/document'
import { Button, CloseOutlined, Dropdown, Input, MoreOutlined } from '@assoc/ui'
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'

interface Props {
  title: string
  /** What one of them is called. */
  one: string
  value: readonly Option[]
  newValue: () => string
  /** Takes the list and answers what is wrong with it. `typing` joins changes of one field. */
  onChange: (list: Option[], typing?: string) => string | null
  onSettle: () => void
  /** Values that were published: they are retired instead of deleted, since answers may have them. */
  published: ReadonlySet<string>
  /** Whether an option may have points and a text beside it. */
  rich?: boolean
}

const lines = (text: string): string[] =>
  text
    .split(/\r?\n|\t/)
    .map((line) => line.trim())
    .filter(Boolean)

/** A list that is typed fast: Enter makes the next one, a paste of lines makes as many, Backspace in an empty one takes it away. */
export function OptionList({ title, one, value, newValue, onChange, onSettle, published, rich = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  /** The field that has the focus after the list has been drawn again. */
  const next = useRef<number | null>(null)
  /** An option without a label, which no document can hold, stands here until it has one. */
  const [open, setOpen] = useState<number | null>(null)
  const [draft, setDraft] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const shown: (Option | null)[] = open === null ? [...value] : [...value.slice(0, open), null, ...value.slice(open)]
  const pointed = value.some(({ points }) => points !== undefined)

  useEffect(() => {
    if (next.current === null) return
    box.current?.querySelectorAll<HTMLInputElement>('input[data-option]')[next.current]?.focus()
    next.current = null
  })

  const take = (list: Option[], typing?: string) => {
    const wrong = onChange(list, typing)
    setFault(wrong)
    return wrong === null
  }
  const change = (at: number, patch: Partial<Option>) => {
    const list = value.map((option, i) => (i === at ? ({ ...option, ...patch } as Option) : option))
    take(list, patch.label === undefined ? undefined : `${list[at]?.value}`)
  }
  const begin = (at: number) => {
    setOpen(at)
    setDraft('')
    next.current = at
  }
  const insert = (at: number, labels: string[]) => {
    const made = labels.map((label) => ({ value: newValue(), label: label.slice(0, 200) }))
    if (take([...value.slice(0, at), ...made, ...value.slice(at)])) next.current = at + made.length - 1
  }
  /** Takes what is typed in the open one; whether there was anything. */
  const keep = (at: number): boolean => {
    if (draft.trim() === '') return false
    insert(at, [draft.trim()])
    setDraft('')
    return true
  }
  const remove = (at: number) => {
    const option = value[at]
    if (!option) return
    if (published.has(option.value)) change(at, option.retired ? { retired: undefined as never } : { retired: true })
    else if (take(value.filter((_, i) => i !== at))) next.current = Math.max(0, at - 1)
  }
  const move = (at: number, by: number) => {
    const to = at + by
    if (to < 0 || to >= value.length) return
    const list = [...value]
    const [moved] = list.splice(at, 1)
    if (moved) list.splice(to, 0, moved)
    if (take(list)) next.current = to
  }

  const onKey = (event: KeyboardEvent<HTMLInputElement>, at: number, text: string) => {
    if (event.nativeEvent.isComposing) return
    const place = open !== null && at > open ? at - 1 : at
    if (event.key === 'Enter') {
      event.preventDefault()
      if (open === at ? keep(at) : text.trim() !== '') begin(at + 1)
    } else if (event.key === 'Backspace' && text === '') {
      event.preventDefault()
      if (open === at) {
        setOpen(null)
        next.current = Math.max(0, at - 1)
      } else remove(place)
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      event.stopPropagation()
      if (open === null) move(at, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      const fields = box.current?.querySelectorAll<HTMLInputElement>('input[data-option]')
      fields?.[at + (event.key === 'ArrowUp' ? -1 : 1)]?.focus()
    }
  }
  const onPaste = (event: ClipboardEvent, at: number) => {
    const found = lines(event.clipboardData.getData('text/plain'))
    if (found.length < 2) return
    event.preventDefault()
    const isOpen = open === at
    setOpen(null)
    insert(isOpen ? at : Math.min(at + 1, value.length), found)
  }

  return (
    <div className="fd-group" role="group" aria-label={title} ref={box}>
      <div className="fd-name">{title}</div>
      {shown.map((option, at) => {
        const place = open !== null && at > open ? at - 1 : at
        if (!option)
          return (
            <div className="fd-option" key="open">
              <Input
                data-option
                aria-label={`新${one}`}
                placeholder="输入后按回车继续，可粘贴多行"
                value={draft}
                onKeyDown={(event) => onKey(event, at, draft)}
                onPaste={(event) => onPaste(event, at)}
                onChange={(event) => setDraft(event.target.value)}
                onBlur={() => {
                  keep(at)
                  setOpen(null)
                }}
              />
            </div>
          )
        return (
          <div className="fd-option" key={option.value} data-points={rich && pointed}>
            <OptionInput
              option={option}
              name={`${one} ${at + 1}`}
              onKey={(event, text) => onKey(event, at, text)}
              onPaste={(event) => onPaste(event, at)}
              onChange={(label) => {
                const list = value.map((old, i) => (i === place ? { ...old, label } : old))
                return onChange(list, option.value)
              }}
              onSettle={onSettle}
            />
            {rich && pointed ? (
              <Input
                aria-label={`“${option.label}”的分值`}
                defaultValue={option.points ?? ''}
                key={option.points ?? ''}
                placeholder="分值"
                onBlur={(event) => {
                  const text = event.target.value.trim()
                  if (text !== (option.points ?? '')) change(place, { points: text === '' ? (undefined as never) : text })
                }}
              />
            ) : null}
            {rich ? (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'other', label: option.other ? '取消补充填写' : '选中后补充填写' },
                    { key: 'points', label: option.points === undefined ? '设置分值' : '取消分值' },
                    { key: 'up', label: '上移', disabled: place === 0 },
                    { key: 'down', label: '下移', disabled: place === value.length - 1 },
                  ],
                  onClick: ({ key }) => {
                    if (key === 'other') change(place, { other: option.other ? (undefined as never) : true })
                    else if (key === 'points') change(place, { points: option.points === undefined ? '0' : (undefined as never) })
                    else move(place, key === 'up' ? -1 : 1)
                  },
                }}
              >
                <Button size="small" type="text" icon={<MoreOutlined />} aria-label={`“${option.label}”的更多设置`} />
              </Dropdown>
            ) : (
              <span />
            )}
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={
                published.has(option.value)
                  ? option.retired
                    ? `恢复${one}“${option.label}”`
                    : `停用${one}“${option.label}”`
                  : `删除${one}“${option.label}”`
              }
              onClick={() => remove(place)}
            />
          </div>
        )
      })}
      {fault ? (
        <div className="fd-fault" role="alert">
          {fault}
        </div>
      ) : null}
      {open === null ? (
        <Button size="small" type="dashed" onClick={() => begin(value.length)} data-property={title === '选项' ? 'options' : undefined}>
          添加{one}
        </Button>
      ) : null}
    </div>
  )
}

interface InputProps {
  option: Option
  name: string
  onKey: (event: KeyboardEvent<HTMLInputElement>, text: string) => void
  onPaste: (event: ClipboardEvent) => void
  onChange: (label: string) => string | null
  onSettle: () => void
}
function OptionInput({ option, name, onKey, onPaste, onChange, onSettle }: InputProps) {
  // Empty while it is typed anew: no document holds that.
  const [empty, setEmpty] = useState(false)
  const text = empty ? '' : option.label
  const note = [option.retired ? '已停用' : '', option.other ? '补充填写' : ''].filter(Boolean).join('，')
  return (
    <Input
      data-option
      aria-label={note ? `${name}（${note}）` : name}
      value={text}
      disabled={option.retired === true}
      suffix={note ? <span style={{ fontSize: 12 }}>{note}</span> : undefined}
      onKeyDown={(event) => onKey(event, text)}
      onPaste={onPaste}
      onChange={(event) => {
        const label = event.target.value
        setEmpty(label.trim() === '')
        if (label.trim() !== '') onChange(label)
      }}
      onBlur={() => {
        setEmpty(false)
        onSettle()
      }}
    />
  )
}
