import { Descriptions } from 'antd'
import { itemOf, labelOf, metaOf, shapeOf, type FileItem } from '@assoc/contract'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button, Flex, StatusTag } from '../../shell'
import { LinesView, RichView } from '../lazy'
import { textOf } from './columns'
import { FileLinks } from './FileLinks'

export interface DetailFieldsProps {
  schema: z.ZodType
  row: Record<string, unknown>
  fields: readonly string[]
  /** Fields shown as coloured tags, by their status machine or choice. */
  tags?: Record<string, object>
  /** Fields that the page words by itself. */
  own?: Record<string, ReactNode>
  /** Gives personal fields in plain text, each time logged; left out for who may not see them. */
  reveal?: ((field: string) => Promise<string | null>) | undefined
  /** Columns of fields; one when left out. */
  columns?: number
}

/** The fields of a record, labelled and formatted by its contract. */
export function DetailFields({ schema, row, fields, tags = {}, own = {}, reveal, columns = 1 }: DetailFieldsProps) {
  const shape = shapeOf(schema) ?? {}
  const shown = (field: string): ReactNode => {
    if (field in own) return own[field]
    if (tags[field]) return <StatusTag of={tags[field] as never} value={String(row[field])} />
    const files = shape[field] && metaOf(shape[field]).files ? ((row[field] ?? []) as FileItem[]) : []
    if (files.length > 0) return <FileLinks files={files} />
    const { lines, show } = shape[field] ? metaOf(shape[field]) : {}
    if (lines && Array.isArray(row[field]) && row[field].length > 0) return <LinesView row={itemOf(shape[field] as z.ZodType) as z.ZodType} lines={row[field] as never} sum={lines.sum} />
    if (show === 'rich' && row[field]) return <RichView value={row[field] as RichDoc} />
    const text = <span style={{ whiteSpace: 'pre-wrap' }}>{textOf(schema, field, row[field])}</span>
    const isPersonal = shape[field] ? metaOf(shape[field]).personal !== undefined : false
    return isPersonal && reveal && row[field] ? <Masked label={labelOf(schema, field)} reveal={() => reveal(field)}>{text}</Masked> : text
  }
  return (
    <Descriptions
      column={columns}
      size="small"
      bordered
      styles={{ label: { width: 120, whiteSpace: 'nowrap' } }}
      items={fields.map((field) => ({ key: field, label: labelOf(schema, field), children: shown(field) }))}
    />
  )
}

/** A masked value with the way to its plain text, which is forgotten again with the drawer. */
function Masked({ label, reveal, children }: { label: string; reveal: () => Promise<string | null>; children: ReactNode }) {
  const [plain, setPlain] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    // A refusal has been shown as a toast.
    setPlain(await reveal().catch(() => null))
    setBusy(false)
  }
  return (
    <Flex gap={8} align="center">
      {plain ?? children}
      <Button type="link" size="small" style={{ padding: 0 }} loading={busy} aria-label={`${plain === null ? '查看' : '隐藏'}${label}`} onClick={() => (plain === null ? void show() : setPlain(null))}>
        {plain === null ? '查看' : '隐藏'}
      </Button>
    </Flex>
  )
}
