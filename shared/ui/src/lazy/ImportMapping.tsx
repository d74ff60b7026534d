import { Select } from '../data/kit/select'
import type { importColumns, importMapping } from '@assoc/contract'
import { useState } from 'react'
import type { z } from 'zod'
import { Button, Flex, Typography } from '../shell'

export type FileColumns = z.output<typeof importColumns>
export type Mapping = z.output<typeof importMapping>

interface Props {
  label: string
  columns: FileColumns
  busy: boolean
  onMap: (mapping: Mapping) => void
}

/** Says by hand which column of a file is which field; the server remembers it for the person's next file. */
export function ImportMapping({ label, columns: { titles, columns }, busy, onMap }: Props) {
  const [chosen, setChosen] = useState<Record<string, string | null>>(() => Object.fromEntries(columns.map((c) => [c.field, c.title])))
  const lacking = columns.filter((c) => c.required && !chosen[c.field])
  const fieldOf = (title: string): string | null => columns.find((c) => chosen[c.field] === title)?.field ?? null
  return (
    <Flex vertical gap={12}>
      <Typography.Text>请为{label}的各项选择文件中的列，没有选到的列不会写入。对应关系会记住，下次上传同样的文件时自动使用。</Typography.Text>
      {columns.map((column) => (
        <Flex key={column.field} gap={12} align="center">
          <Typography.Text style={{ width: 180, flex: 'none' }}>
            {column.label}
            {column.required ? <Typography.Text type="danger"> （必填）</Typography.Text> : null}
          </Typography.Text>
          <Select
            aria-label={`${column.label}对应的列`}
            style={{ flex: 1 }}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="文件中没有"
            value={chosen[column.field]}
            onChange={(title?: string) => setChosen({ ...chosen, [column.field]: title ?? null })}
            options={titles
              .filter(({ title }) => [null, column.field].includes(fieldOf(title)))
              .map(({ title, sample }) => ({ value: title, label: sample ? `${title}（例如 ${sample}）` : title }))}
          />
        </Flex>
      ))}
      <Flex gap={12} align="center">
        <Button type="primary" loading={busy} disabled={lacking.length > 0} onClick={() => onMap(titles.map(({ title }) => ({ title, field: fieldOf(title) })))}>
          按此对应检查
        </Button>
        {lacking.length > 0 ? <Typography.Text type="secondary">还需选择：{lacking.map((c) => c.label).join('、')}</Typography.Text> : null}
      </Flex>
    </Flex>
  )
}
