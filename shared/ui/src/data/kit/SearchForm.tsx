import type { Lookup } from '@assoc/contract'
import dayjs from 'dayjs'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, DownOutlined, Flex, Input, LoadingOutlined, SearchOutlined, Tag, UpOutlined, theme } from '../../shell'
import { injectStyle } from '../../shell/styles'
import { SearchSelect } from '../forms'
import { SearchRange, SearchRef } from '../lazy'
import { LIST_SEPARATOR } from './query-codec'
import { relativeFilter, relativeRanges, resolved, tokenOf, wordOfRelative } from './relative-dates'

export type SearchField =
  | { kind: 'text'; name: string; label: string; placeholder?: string }
  /** With `multiple` the filter is a list: any of the chosen ones. */
  | { kind: 'select'; name: string; label: string; options: readonly { value: string; label: string }[]; multiple?: boolean }
  /** A record, or several, chosen as the contract's lookup says. */
  | { kind: 'ref'; name: string; label: string; lookup: Lookup; multiple?: boolean }
  /** A filter of several values, such as codes that are pasted from a table. */
  | { kind: 'list'; name: string; label: string; placeholder?: string }
  /** Two filters, from and to, shown as one range of dates. */
  | { kind: 'dates'; name: string; to: string; label: string }

export interface SearchFormProps {
  /** What is searched, for those who hear the page. */
  label?: string
  fields: readonly SearchField[]
  values: Record<string, string>
  loading: boolean
  onSearch: (values: Record<string, string>) => void
  onReset: () => void
}

// Columns follow the width of the container, not of the window: the same list stands in a drawer, too.
const css = `
.kit-search{container-type:inline-size}
.kit-search-grid{display:grid;gap:12px 16px;grid-template-columns:1fr}
@container (min-width:560px){.kit-search-grid{grid-template-columns:repeat(2,1fr)}}
@container (min-width:820px){.kit-search-grid{grid-template-columns:repeat(3,1fr)}}
@container (min-width:1040px){.kit-search-grid{grid-template-columns:repeat(4,1fr)}}
@container (min-width:1400px){.kit-search-grid{grid-template-columns:repeat(5,1fr)}}
@container (min-width:1800px){.kit-search-grid{grid-template-columns:repeat(6,1fr)}}
.kit-search-actions{grid-column:-2/-1;justify-self:end}
.kit-search[data-collapsed=true] .kit-search-more{display:none}
.kit-search:focus-visible{outline:2px solid var(--k-primary,currentColor);outline-offset:2px}
@media print{.kit-search{display:none}}
`

/** The search form of a list: one row until it is opened, Enter searches, pasted blanks are cut off. */
export function SearchForm({ label, fields, values, loading, onSearch, onReset }: SearchFormProps) {
  injectStyle('kit-search', css)
  const { token } = theme.useToken()
  const [draft, setDraft] = useState(values)
  const [open, setOpen] = useState(() => fields.slice(3).some((f) => values[f.name]))
  // While rendering, not in an effect: effects run again when a kept tab is shown, and would undo what was typed.
  const [seen, setSeen] = useState(values)
  if (seen !== values) {
    setSeen(values)
    setDraft(values)
  }
  const set = (name: string, value: string | undefined) => setDraft((d) => withValue(d, name, value))
  const nowAll = (values: Record<string, string | undefined>) => {
    const next = Object.entries(values).reduce((kept, [name, value]) => withValue(kept, name, value), draft)
    setDraft(next)
    onSearch(trimmed(next))
  }
  const now = (name: string, value: string | undefined) => nowAll({ [name]: value })
  const form = useLeaving()
  return (
    <form
      ref={form}
      role="search"
      tabIndex={-1}
      aria-label={label ? `查询${label}` : '查询'}
      className="kit-search"
      data-collapsed={!open}
      style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
      onSubmit={(e) => {
        e.preventDefault()
        onSearch(trimmed(draft))
      }}
    >
      <div className="kit-search-grid">
        {fields.map((field, i) => (
          <Flex key={field.name} align="center" gap={8} className={i >= 3 ? 'kit-search-more' : ''} style={i >= 3 && !open ? undefined : { minWidth: 0 }}>
            <label htmlFor={`search-${field.name}`} style={{ flex: 'none', color: token.colorTextSecondary }}>
              {field.label}
            </label>
            <div style={{ flex: 1, minWidth: 0 }}>{i < 3 || open ? control(field, draft, set, now, nowAll) : null}</div>
          </Flex>
        ))}
        <Flex gap={8} className="kit-search-actions">
          <Button onClick={onReset}>重置</Button>
          {/* Not `loading`: such a button takes no press, nor the Enter of the form, and what was asked for while rows come would be lost. */}
          <Button type="primary" htmlType="submit" icon={loading ? <LoadingOutlined aria-hidden /> : <SearchOutlined />} aria-busy={loading}>
            查询
          </Button>
          {fields.length > 3 ? (
            <Button type="link" htmlType="button" style={{ paddingInline: 4 }} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起' : '展开'} {open ? <UpOutlined /> : <DownOutlined />}
            </Button>
          ) : null}
        </Flex>
      </div>
    </form>
  )
}

/** Escape leaves a field for the form, so that the keys of the list work again. A list or calendar that is open closes first, and an input method drops what it composes. */
function useLeaving(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { current } = form
    const leave = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !e.isComposing && !(e.target instanceof Element && hasPopup(e.target))) current?.focus()
    }
    current?.addEventListener('keydown', leave)
    return () => current?.removeEventListener('keydown', leave)
  }, [])
  return form
}

/** Whether the list or calendar of a field is open, as it is drawn now. */
const hasPopup = (field: Element): boolean => field.getAttribute('aria-expanded') === 'true' || (field.closest('.ant-picker') !== null && document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') !== null)

const trimmed = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value))

function withValue(values: Record<string, string>, name: string, value: string | undefined): Record<string, string> {
  const { [name]: _old, ...rest } = values
  return value ? { ...rest, [name]: value } : rest
}

const MAX_VALUES = 100

interface DatesProps {
  id: string
  field: SearchField & { kind: 'dates' }
  draft: Record<string, string>
  set: Setter
  now: (values: Record<string, string | undefined>) => void
}

/** Two dates, or a range that moves with the calendar. */
function Dates({ id, field, draft, set, now }: DatesProps) {
  const [open, setOpen] = useState(false)
  const [from, to] = [draft[field.name], draft[field.to]]
  const token = tokenOf(from)
  const day = (value: string | undefined) => (value ? dayjs(resolved(value)) : null)
  return (
    <SearchRange
      id={{ start: id }}
      style={{ width: '100%' }}
      allowEmpty={[true, true]}
      open={open}
      onOpenChange={setOpen}
      value={[day(from), day(to)]}
      {...(token && from ? { prefix: <Tag style={{ marginInlineEnd: 0 }}>{wordOfRelative(from)}</Tag> } : {})}
      onChange={(range) => {
        set(field.name, range?.[0]?.format('YYYY-MM-DD'))
        set(field.to, range?.[1]?.format('YYYY-MM-DD'))
      }}
      renderExtraFooter={() => (
        <Flex wrap gap={4} style={{ paddingBlock: 8, maxWidth: 560 }} role="group" aria-label="相对日期">
          {relativeRanges.map((range) => (
            <Button
              key={range.token}
              size="small"
              type={range.token === token ? 'primary' : 'default'}
              onClick={() => {
                const [begin, end] = relativeFilter(range.token)
                setOpen(false)
                now({ [field.name]: begin, [field.to]: end })
              }}
            >
              {range.label}
            </Button>
          ))}
        </Flex>
      )}
    />
  )
}

type Setter = (name: string, value: string | undefined) => void

function control(field: SearchField, draft: Record<string, string>, set: Setter, now: Setter, nowAll: DatesProps['now']) {
  const id = `search-${field.name}`
  const several = draft[field.name]?.split(LIST_SEPARATOR) ?? []
  const setSeveral = (values: string[]) => now(field.name, [...new Set(values.map((v) => v.replaceAll(LIST_SEPARATOR, ' ').trim()).filter(Boolean))].slice(0, MAX_VALUES).join(LIST_SEPARATOR))
  if (field.kind === 'ref') {
    const { lookup, multiple = false } = field
    return <SearchRef id={id} lookup={lookup} multiple={multiple} value={multiple ? several : (draft[field.name] ?? null)} onChange={(chosen) => (Array.isArray(chosen) ? setSeveral(chosen) : now(field.name, chosen ?? undefined))} />
  }
  if (field.kind === 'select' && field.multiple) {
    return (
      <SearchSelect
        id={id}
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        maxTagCount="responsive"
        style={{ width: '100%' }}
        placeholder="请选择"
        value={several}
        options={[...field.options]}
        onChange={setSeveral}
      />
    )
  }
  if (field.kind === 'list') {
    return (
      <SearchSelect
        id={id}
        mode="tags"
        allowClear
        open={false}
        suffixIcon={null}
        maxTagCount="responsive"
        maxCount={MAX_VALUES}
        tokenSeparators={['\r\n', '\n', '\t', ',', '，', '、', ';', '；', ' ']}
        style={{ width: '100%' }}
        placeholder={field.placeholder ?? '可粘贴一列'}
        value={several}
        onChange={setSeveral}
      />
    )
  }
  if (field.kind === 'select') {
    return (
      <SearchSelect
        id={id}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder="请选择"
        value={draft[field.name] ?? null}
        options={[...field.options]}
        onChange={(value: string | null | undefined) => now(field.name, value ?? undefined)}
      />
    )
  }
  if (field.kind === 'dates') return <Dates id={id} field={field} draft={draft} set={set} now={nowAll} />
  return (
    <Input
      id={id}
      allowClear
      maxLength={50}
      placeholder={field.placeholder ?? ''}
      value={draft[field.name] ?? ''}
      onChange={(e) => set(field.name, e.target.value)}
      onPaste={(e) => {
        const text = e.clipboardData.getData('text').trim()
        const { value } = e.currentTarget
        if (value === '') {
          e.preventDefault()
          set(field.name, text.slice(0, 50))
        }
      }}
      onBlur={(e) => set(field.name, e.target.value.trim())}
    />
  )
}
