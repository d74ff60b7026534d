import { TreeSelect as AntTreeSelect, type TreeSelectProps } from 'antd'
import { useEffect, useId, useState } from 'react'
import { sentenceOf } from '../data/kit/use-answer'
import { keepTree, knownTree, type TreeOption } from '../data/kit/tree-options'
import { CLEARING } from '../data/kit/select'

/** antd's tree picker, whose open field names a list (`aria-owns`, `aria-controls`) that antd itself gives no id, and whose button that empties it is named in Chinese. */
export function TreeSelect({ id, popupRender, allowClear, ...props }: TreeSelectProps) {
  const own = useId()
  const named = id ?? own
  return <AntTreeSelect {...props} {...(allowClear === undefined ? {} : { allowClear: allowClear === true ? CLEARING : allowClear })} id={named} popupRender={(menu) => <div id={`${named}_list`}>{popupRender?.(menu) ?? menu}</div>} />
}

export interface TreeInputProps {
  id?: string
  value?: string | readonly string[] | null
  onChange?: (value: string | string[] | null) => void
  options?: readonly TreeOption[]
  /** Reads the tree when the field is first shown. */
  load?: (() => Promise<TreeOption[]>) | undefined
  /** Several; a branch that is chosen means all below it. */
  multiple?: boolean
  placeholder?: string
  disabled?: boolean
}

/** A choice out of a tree, searched by name; the tree stands there or is read. */
export function TreeInput({ value, onChange, options, load, multiple = false, placeholder = '请选择', disabled = false, ...props }: TreeInputProps) {
  const [read, setRead] = useState<readonly TreeOption[] | undefined>(() => options ?? (load && knownTree(load)))
  const [error, setError] = useState<string | null>(null)
  const tree = options ?? read
  useEffect(() => {
    if (!load || read) return
    let left = false
    load().then(
      (found) => {
        keepTree(load, found)
        if (!left) setRead(found)
      },
      (caught: unknown) => left || setError(sentenceOf(caught)),
    )
    return () => void (left = true)
  }, [load, read])
  return (
    <TreeSelect
      {...props}
      allowClear={CLEARING}
      showSearch
      treeDefaultExpandAll
      treeNodeFilterProp="title"
      {...(multiple ? { treeCheckable: true, showCheckedStrategy: 'SHOW_CHILD' as const, maxTagCount: 6 } : {})}
      style={{ width: '100%' }}
      disabled={disabled}
      loading={!tree && !error}
      placeholder={tree || error ? placeholder : '正在读取…'}
      notFoundContent={error ?? '没有可选项'}
      // Until the tree has its names, what is chosen would stand there as numbers.
      value={tree ? (value ?? (multiple ? [] : undefined)) : undefined}
      treeData={[...(tree ?? [])]}
      onChange={(next: unknown) => onChange?.((next as string | string[] | undefined) ?? (multiple ? [] : null))}
    />
  )
}
