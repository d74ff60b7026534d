import { observer } from 'mobx-react-lite'
import { useEffect, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button, Flex, ReloadOutlined, Tooltip, Typography, theme } from '../../shell'
import { ColumnMenu } from './ColumnMenu'
import { ColumnSettings } from './column-settings'
import { titleOf, type Column } from './columns'
import type { ListCall, RowOf } from './list-store'
import { ResourceTable, type ResourceTableProps } from './ResourceTable'
import { SearchForm, type SearchField } from './SearchForm'

export interface ListPageProps<C extends ListCall> extends Omit<ResourceTableProps<C>, 'settings' | 'filterLabels' | 'row' | 'columns'> {
  /** menuLink of the view; the key of its column settings. */
  name: string
  title: string
  row: z.ZodType
  columns: readonly Column<RowOf<C>>[]
  search: readonly SearchField[]
  /** Buttons at the head of the table; the one filled button of the view stands last. */
  toolbar?: ReactNode
  /** Between search and table. */
  children?: ReactNode
}

/** A list as all lists look: search, toolbar, table. What else the view shows it renders beside it. */
function Page<C extends ListCall>({ name, title, row, columns, search, toolbar, children, ...table }: ListPageProps<C>) {
  const { token } = theme.useToken()
  const [settings] = useState(() => new ColumnSettings(name))
  useEffect(() => void settings.load(), [settings])
  const { list } = table
  const hidden = settings.difference.hidden ?? {}
  const menu = settings.ordered(columns.map((c) => c.field)).flatMap((field) => {
    const column = columns.find((c) => c.field === field)
    return column ? [{ field, title: titleOf(row, column), shown: !(hidden[field] ?? column.hidden ?? false) }] : []
  })
  return (
    <Flex vertical gap={12}>
      {search.length > 0 ? (
        <SearchForm fields={search} values={list.store.query.filters} loading={list.store.loading} onSearch={(filters) => list.change({ filters })} onReset={list.reset} />
      ) : null}
      {children}
      <section
        aria-label={title}
        style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
      >
        <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 12 }}>
          <Typography.Title level={2} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            {title}
          </Typography.Title>
          <Flex gap={8} align="center" wrap className="kit-no-print">
            {toolbar}
            <Tooltip title="刷新">
              <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.reload()} />
            </Tooltip>
            <ColumnMenu settings={settings} columns={menu} />
          </Flex>
        </Flex>
        <ResourceTable {...table} row={row} columns={columns} settings={settings} filterLabels={labelsOf(search)} />
      </section>
    </Flex>
  )
}

export const ListPage = observer(Page) as unknown as typeof Page

function labelsOf(search: readonly SearchField[]): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const field of search) {
    labels[field.name] = field.label
    if (field.kind === 'dates') labels[field.to] = `${field.label}止`
  }
  return labels
}
