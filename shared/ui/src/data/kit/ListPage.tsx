import { observer } from 'mobx-react-lite'
import { toasts } from '@assoc/session'
import { useLocation, useNavigate } from '@assoc/router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button, CloseOutlined, Dropdown, Flex, MoreOutlined, ReloadOutlined, Tag, Tooltip, Typography, theme } from '../../shell'
import { SavedViews, ShortcutSheet } from '../lazy'
import { ColumnMenu } from './ColumnMenu'
import { ColumnSettings } from './column-settings'
import { titleOf, type Column } from './columns'
import type { ListCall, RowOf } from './list-store'
import { asTable } from './copy-table'
import { ResourceTable, visibleColumns, type ResourceTableProps } from './ResourceTable'
import { SearchForm, type SearchField } from './SearchForm'
import { defaultView } from './use-default-view'
import type { ResourceList } from './use-resource-list'
import { useShortcuts } from './use-shortcuts'

export interface ListPageProps<C extends ListCall> extends Omit<ResourceTableProps<C>, 'settings' | 'filterLabels' | 'row' | 'columns' | 'label'> {
  /** menuLink of the view; the key of its column settings. */
  name: string
  title: string
  /** Column settings that the page reads too; the list makes its own where there are none. */
  settings?: ColumnSettings
  row: z.ZodType
  columns: readonly Column<RowOf<C>>[]
  search: readonly SearchField[]
  /** Filters that only a link sets; each in force is a tag that can be taken away. `by` is the rows' field that names the record. */
  narrowing?: readonly { name: string; label: string; by: string }[]
  /** Buttons at the head of the table; the one filled button of the view stands last. */
  toolbar?: ReactNode
  /** Between search and table. */
  children?: ReactNode
  /** Makes a new row; the key n does the same as its button. */
  onNew?: (() => void) | undefined
}

/** A list as all lists look: search, toolbar, table. What else the view shows it renders beside it. */
function Page<C extends ListCall>({ name, title, settings: given, row, columns, search, narrowing = [], toolbar, children, onNew, ...table }: ListPageProps<C>) {
  const { token } = theme.useToken()
  const part = table.list.part
  const [settings] = useState(() => given ?? new ColumnSettings(name))
  useEffect(() => void settings.load(), [settings])
  useOpenWithDefault(name, part)
  const { list } = table
  const location = useLocation()
  const navigate = useNavigate()
  const hidden = settings.difference.hidden ?? {}
  const menu = settings.ordered(columns.map((c) => c.field)).flatMap((field) => {
    const column = columns.find((c) => c.field === field)
    return column ? [{ field, title: titleOf(row, column), shown: !(hidden[field] ?? column.hidden ?? false), pinned: settings.difference.pinned?.[field] === 'left' }] : []
  })
  const root = useRef<HTMLDivElement>(null)
  const [help, setHelp] = useState(false)
  useShortcuts({
    '/': () => root.current?.querySelector<HTMLElement>('.kit-search input')?.focus(),
    j: () => moveRow(root.current, 1),
    k: () => moveRow(root.current, -1),
    r: () => void list.reload(),
    '?': () => setHelp(true),
    ...(onNew ? { n: onNew } : {}),
  })
  const copy = async () => {
    const { selected, rows } = list.store
    const chosen = selected.size > 0 ? [...selected.values()] : rows
    try {
      await navigator.clipboard.writeText(asTable(row, visibleColumns(columns, settings), chosen))
      toasts.success(`已复制 ${chosen.length} 行，可粘贴到表格中`)
    } catch {
      toasts.error('浏览器不允许复制，请检查剪贴板权限')
    }
  }
  return (
    <Flex vertical gap={12} ref={root}>
      <a
        className="kit-skip"
        href={`#${name}`}
        onClick={(e) => {
          e.preventDefault()
          moveRow(root.current, 1)
        }}
      >
        跳到第一行
      </a>
      {search.length > 0 ? (
        <SearchForm label={title} fields={search} values={list.store.query.filters} loading={list.store.loading} onSearch={(filters) => list.change({ filters })} onReset={list.reset} />
      ) : null}
      {children}
      <Narrowing list={list} narrowing={narrowing} />
      <section
        aria-label={title}
        className="kit-list"
        style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
      >
        <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 12 }}>
          <Typography.Title level={part ? 2 : 1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
            {title}
          </Typography.Title>
          <Flex gap={8} align="center" wrap className="kit-no-print">
            {toolbar}
            <Tooltip title="刷新">
              <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.reload()} />
            </Tooltip>
            <SavedViews name={name} search={location.search} settings={settings} onApply={(query) => navigate({ pathname: location.pathname, search: query }, { replace: true })} />
            <ColumnMenu settings={settings} columns={menu} />
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: 'copy', label: '复制为表格' },
                  { key: 'print', label: '打印' },
                  { key: 'help', label: '快捷键' },
                ],
                onClick: ({ key }) => (key === 'copy' ? void copy() : key === 'print' ? window.print() : setHelp(true)),
              }}
            >
              <Button type="text" icon={<MoreOutlined />} aria-label="更多操作" />
            </Dropdown>
          </Flex>
        </Flex>
        {help ? <ShortcutSheet withNew={onNew !== undefined} onClose={() => setHelp(false)} /> : null}
        <ResourceTable {...table} label={title} row={row} columns={columns} settings={settings} filterLabels={labelsOf(search)} />
      </section>
    </Flex>
  )
}

const Narrowing = observer(function Narrowing<C extends ListCall>({ list, narrowing }: { list: ResourceList<C>; narrowing: NonNullable<ListPageProps<C>['narrowing']> }) {
  const { query, rows } = list.store
  const { filters } = query
  const set = narrowing.filter(({ name }) => filters[name])
  if (set.length === 0) return null
  const [first] = rows as readonly Record<string, unknown>[]
  return (
    <Flex gap={8} wrap role="status">
      {set.map(({ name, label, by }) => (
        <Tag
          key={name}
          closable
          closeIcon={<CloseOutlined aria-label={`不再限于此${label}`} />}
          onClose={(e) => {
            e.preventDefault()
            const { [name]: _gone, ...others } = filters
            list.change({ filters: others })
          }}
        >
          {typeof first?.[by] === 'string' ? `${label}：${first[by]}` : `指定的${label}`}
        </Tag>
      ))}
    </Flex>
  )
}) as <C extends ListCall>(props: { list: ResourceList<C>; narrowing: NonNullable<ListPageProps<C>['narrowing']> }) => ReactNode

export const ListPage = observer(Page) as unknown as typeof Page

/** Opens the list with the person's default view, once, when the address names no filters of its own. */
function useOpenWithDefault(name: string, part: boolean): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = useRef(part || search !== '')
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void defaultView(name).then((view) => {
      // Whoever was faster with the mouse keeps what they asked for.
      if (view?.search && window.location.pathname === pathname && window.location.search === '') navigate({ pathname, search: view.search }, { replace: true })
    })
  }, [name, navigate, pathname])
}

function labelsOf(search: readonly SearchField[]): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const field of search) {
    labels[field.name] = field.label
    if (field.kind === 'dates') labels[field.to] = `${field.label}止`
  }
  return labels
}

/** Gives the focus to the next or previous row in sight. */
function moveRow(root: HTMLElement | null, by: number): void {
  const rows = [...(root?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const at = rows.findIndex((r) => r === document.activeElement)
  rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by))]?.focus()
}
