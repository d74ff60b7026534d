import type { AnyResource } from '@assoc/contract'
import { useState } from 'react'
import { Button, Flex, Typography } from '../../shell'
import { DetailFields } from '../../data/kit/DetailFields'
import { detailFields } from '../../data/kit/derive'
import { revealOf } from '../../data/kit/reveal'
import { linksOf } from './RecordLink'

type Row = Record<string, unknown>

export interface RecordFieldsProps {
  resource: AnyResource
  row: Row
  /** Fields that are shown; all of the contract when left out. */
  fields?: readonly string[] | undefined
  /** Fields that another part of the page tells. */
  without: readonly string[]
  columns: number
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields of a record in the contract's groups. Empty ones are folded away. */
export function RecordFields({ resource, row, fields, without, columns }: RecordFieldsProps) {
  const [open, setOpen] = useState(false)
  const links = linksOf(resource, row)
  const { id, status, facts = [], groups = {} } = resource.definition
  const hidden = new Set([...facts, ...without, status?.field])
  const all = (fields ?? detailFields(resource)).filter((field) => !hidden.has(field))
  const empty = all.filter((field) => isEmpty(row[field]))
  const shown = open ? all : all.filter((field) => !isEmpty(row[field]))
  const grouped = Object.values(groups).flat()
  const parts = [{ title: '', fields: shown.filter((field) => !grouped.includes(field)) }, ...Object.entries(groups).map(([title, names]) => ({ title, fields: shown.filter((field) => names.includes(field)) }))].filter((part) => part.fields.length > 0)
  // What stands in no group comes last where there are groups: remarks and dates.
  if (parts[0]?.title === '' && parts.length > 1) parts.push({ ...(parts.shift() as (typeof parts)[number]), title: '其他' })
  return (
    <Flex vertical gap={12}>
      {parts.map(({ title, fields: own }) => (
        <div key={title}>
          {title ? (
            <Typography.Title level={3} style={{ fontSize: 13, marginTop: 0, marginBottom: 6 }}>
              {title}
            </Typography.Title>
          ) : null}
          <DetailFields schema={resource.row} row={row} fields={own} own={links} columns={Math.min(columns, own.length)} reveal={revealOf(resource, String(row[id]))} />
        </div>
      ))}
      {empty.length > 0 ? (
        <div>
          <Button type="link" size="small" style={{ padding: 0 }} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? `收起未填的 ${empty.length} 项` : `另有 ${empty.length} 项未填`}
          </Button>
        </div>
      ) : null}
    </Flex>
  )
}
