import { lookupOf, typeOf, type Lookup } from '@assoc/contract'
import { Form } from 'antd'
import { Select } from '../data/kit/select'
import { useEffect, useRef, useState, type UIEvent } from 'react'
import type { RefField } from '../data/kit/FormFields'
import { noteLabel, type RemoteOption } from '../data/kit/record-labels'
import { mayCall } from '../data/kit/resource-steps'
import { treeOptions } from '../data/kit/tree-options'
import { carriedBy } from './references'
import { useBeside } from './line-context'
import { TreeSelect } from './TreeSelect'
import { useLabels, useOffered } from './use-references'

export interface RefSelectProps {
  id?: string
  value?: string | string[] | null
  onChange?: (value: string | string[] | null) => void
  lookup: Lookup
  multiple?: boolean
  /** Names of records that are chosen already, as the row tells them. */
  known?: readonly RemoteOption[]
  /** Offered before a word is typed, in the place of the first of the list. */
  suggested?: readonly RemoteOption[]
  /** Further filters of the list, such as of what a dialog is about. */
  where?: Readonly<Record<string, unknown>>
  /** Records that may not be chosen here. */
  except?: readonly string[]
  /** Whether a row may be chosen here, where no filter of the list says it. */
  fits?: (row: Record<string, unknown>) => boolean
  /** Hears of the row that was chosen; null when there is none any more. Of one record only. */
  onRecord?: (row: Record<string, unknown> | null) => void
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

/** As a form draws it. */
export type RefOfForm = { field: RefField & { name: string } } & Omit<RefSelectProps, 'lookup'>

const NONE: readonly RemoteOption[] = []
/** Pixels above the end of the options at which the next page is asked for. */
const NEAR = 48

/** The filters that follow other fields of the form; null while one of these is empty. */
type Followed = Record<string, unknown> | null

function useFollowed({ of = {} }: Lookup): Followed {
  const form = Form.useFormInstance()
  const fields = Object.values(of)
  // Tells of changes alone: what is watched comes a moment later than what the form holds.
  const beside = useBeside()
  Form.useWatch((all: Record<string, unknown>) => fields.map((field) => beside(all, field)), form)
  const all: unknown = form.getFieldsValue(true)
  const held = fields.map((field) => beside(all, field))
  if (held.some((value) => value === null || value === undefined || value === '')) return null
  return Object.fromEntries(Object.keys(of).map((filter, n) => [filter, held[n]]))
}

/**
 * Chooses one or several records as the contract's lookup says: searched by the server as one types, page by page as one scrolls. What
 * is chosen has its name, from the row or read; a record that is gone or not theirs to see is said to be so, and stays until it is changed.
 */
export function RefSelect(given: RefSelectProps | RefOfForm) {
  const { field, ...own } = given as RefOfForm
  const props = field ? { ...ofField(field), ...own } : (given as RefSelectProps)
  return props.lookup.of && !props.where ? <FollowingSelect {...props} /> : <Choosing {...props} />
}

/** A reference of a form: the lookup stands in its schema, the name of what is chosen already in the record. */
function ofField({ name, schema, record, lookup = schema && lookupOf(schema), multiple, known, suggested, where, except, fits, onRecord }: RefField & { name: string }): RefSelectProps {
  if (!lookup) throw new Error(`the form field ${name} refers to a record: its contract has no lookup`)
  const carried = record && schema ? carriedBy(record, name, schema) : undefined
  if (carried) noteLabel(lookup, carried)
  const names = known ?? (carried ? [carried] : undefined)
  return { lookup, multiple: multiple ?? (schema !== undefined && typeOf(schema) === 'array'), ...(names ? { known: names } : {}), ...defined({ suggested, where, except, fits, onRecord }) }
}

const defined = <T extends object>(given: T) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [P in keyof T]?: NonNullable<T[P]> }

const FollowingSelect = (props: RefSelectProps) => <Choosing {...props} followed={useFollowed(props.lookup)} />

function Choosing({ id, value, onChange, lookup, multiple = false, known = NONE, suggested = NONE, where, except = [], fits, onRecord, placeholder, disabled = false, followed, ...aria }: RefSelectProps & { followed?: Followed }) {
  const filter = { ...followed, ...where }
  const dependent = followed !== undefined
  const waiting = dependent && followed === null
  const [word, setWord] = useState('')
  const [may, setMay] = useState<boolean | null>(null)
  const { found, search, open, more } = useOffered(lookup, filter)
  const chosen = Array.isArray(value) ? value : value ? [value] : []
  const labels = useLabels(lookup, chosen, filter, [...known, ...suggested])
  const nameless = chosen.some((one) => !labels.has(one))

  useEffect(() => {
    let here = true
    void lookup.list().then((list) => here && setMay(mayCall(list)))
    return () => void (here = false)
  }, [lookup])
  useEffect(() => {
    if (lookup.tree && may) open('')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a lookup
  }, [lookup, may])

  // What was chosen beside another record goes with that; a draft that brings both anew keeps both.
  const key = dependent ? JSON.stringify(followed) : ''
  const before = useRef({ key, value })
  useEffect(() => {
    const was = before.current
    before.current = { key, value }
    if (was.key === key || was.key === 'null' || chosen.length === 0) return
    if (JSON.stringify(was.value) === JSON.stringify(value)) onChange?.(multiple ? [] : null)
  })

  const fitting = fits ? found.items.filter(({ row }) => fits(row)) : found.items
  const offered = (word === '' && suggested.length > 0 ? suggested : fitting).filter((one) => !except.includes(one.value))
  const standing = chosen.flatMap((one): RemoteOption[] => (offered.some((o) => o.value === one) || !labels.has(one) ? [] : [{ value: one, label: labels.get(one) ?? '' }]))
  const change = (next: string | string[] | undefined | null) => {
    onChange?.(next ?? (multiple ? [] : null))
    if (!multiple) onRecord?.(found.items.find((one) => one.value === next)?.row ?? null)
  }
  const hint = nameless ? '正在读取…' : waiting ? '请先填写上面的内容' : may === false ? '您无权查找' : (placeholder ?? lookup.hint)
  const common = {
    ...aria,
    ...(id ? { id } : {}),
    allowClear: true,
    // While a name is missing nothing is changed: the choice would lose what is not shown.
    disabled: disabled || nameless || waiting || (may === false && chosen.length === 0),
    loading: found.state === 'asking' || nameless,
    placeholder: hint,
    style: { width: '100%' },
  }
  const shown = chosen.filter((one) => labels.has(one))
  if (lookup.tree && !multiple) {
    const parent = lookup.tree
    const tree = treeOptions(found.items, (o) => o.value, (o) => (o.row[parent] as string | null | undefined) ?? null, (o) => o.label)
    const outside = standing.map(({ value: one, label }) => ({ value: one, title: label }))
    // Open before its branches are there, it would show the top of the tree alone.
    const unread = may !== false && found.items.length === 0 && found.state !== 'failed' && (found.asked === null || found.state === 'asking')
    return <TreeSelect {...common} disabled={common.disabled || unread} showSearch treeDefaultExpandAll treeNodeFilterProp="title" treeData={[...tree, ...outside]} value={shown[0] ?? null} onChange={(next: unknown) => change(next as string | undefined)} />
  }
  const ends = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    if (!lookup.few && list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR) more(word)
  }
  const empty = found.state === 'failed' ? '查找没有成功，请重试' : found.state === 'asking' ? '正在查找…' : found.asked === null || (!word && found.items.length === 0 && !lookup.few) ? '请输入关键字' : '没有找到'
  return (
    <Select
      {...common}
      {...(multiple ? { mode: 'multiple' as const } : {})}
      showSearch={lookup.few ? { optionFilterProp: 'label' } : { filterOption: false, onSearch: (typed) => { setWord(typed.trim()); search(typed.trim()) } }}
      value={multiple ? shown : (shown[0] ?? null)}
      options={[...offered, ...standing].map(({ value: one, label }) => ({ value: one, label }))}
      notFoundContent={empty}
      onOpenChange={(is) => { if (is && may !== false) open(lookup.few ? '' : word) }}
      onPopupScroll={ends}
      onChange={(next: string | string[] | undefined) => change(next)}
    />
  )
}
