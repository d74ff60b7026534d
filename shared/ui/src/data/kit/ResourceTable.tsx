import { Pagination, Table, type TableProps } from 'antd'
import { observer } from 'mobx-react-lite'
import { useMemo, useState, type Key, type KeyboardEvent, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button, Flex, Skeleton, Tag, theme } from '../../shell'
import { FailedToLoad, NoPermission, StateScreen } from '../../shell/states'
import { injectStyle } from '../../shell/styles'
import { alignOf, cellOf, textOf, titleOf, type Column } from './columns'
import type { ColumnSettings } from './column-settings'
import type { ListCall, ListStore, RowOf } from './list-store'
import { wordOfRelative } from './relative-dates'
import { LIST_SEPARATOR } from './query-codec'
import { ResizableHeader, type ResizableHeaderProps } from './ResizableHeader'
import type { ResourceList } from './use-resource-list'

export interface ResourceTableProps<C extends ListCall> {
  list: ResourceList<C>
  /** Row schema of the contract: labels and ways of display come from it. */
  row: z.ZodType
  columns: readonly Column<RowOf<C>>[]
  settings: ColumnSettings
  rowActions?: (row: RowOf<C>) => ReactNode
  actionsWidth?: number
  selectable?: boolean
  /** Actions on the selection, shown in the bar above the table. */
  selectionActions?: (rows: RowOf<C>[]) => ReactNode
  onOpen?: (row: RowOf<C>) => void
  /** Wraps the content of a cell that is changed in place. */
  editCell?: (row: RowOf<C>, column: Column<RowOf<C>>, content: ReactNode) => ReactNode
  /** Names of filters, for the chips of the empty state. */
  filterLabels: Record<string, string>
  emptyAction?: ReactNode
  /** What an empty list says instead of 还没有数据, and the sentence below it. */
  emptyTitle?: string
  emptyText?: ReactNode
}

// The row in which antd measures columns repeats the head with its checkbox, which Tab must not reach. Cells and boxes change without
// fading: to begin a thousand transitions at once takes longer than to draw the page.
const css = `
.kit-table .ant-table-cell{white-space:nowrap}
.kit-table .ant-table-thead .ant-table-cell{font-weight:600}
.kit-table .ant-table-measure-row{visibility:hidden}
.kit-table .ant-table-tbody>.ant-table-row>.ant-table-cell,.kit-table .ant-table-tbody-virtual .ant-table-cell,.kit-table .ant-checkbox,.kit-table .ant-checkbox::after{transition:none}
.kit-table tr:focus-visible>td{outline:2px solid currentColor;outline-offset:-2px}
@media print{.kit-no-print,.kit-table .ant-table-selection-column,.kit-table .kit-actions{display:none!important}}
`

const COMPONENTS = { header: { cell: ResizableHeader } }

const ACTIONS_WIDTH = 160
/** Column of the checkboxes. */
const SELECTION_WIDTH = 48

// Above this many rows only those in sight are mounted.
const VIRTUAL_ABOVE = 100

/** The table of a list: columns as the person keeps them, selection over pages, designed empty and error states. */
function Table_<C extends ListCall>(props: ResourceTableProps<C>) {
  injectStyle('kit-table', css)
  const { list, columns, row, settings, selectable, rowActions, actionsWidth, onOpen, editCell } = props
  const { store } = list
  const { sort } = store.query
  const { difference } = settings
  const chosen = useChosenKeys(store)
  // Selecting draws the table anew, but no cell: what stands in a cell depends on these alone.
  const drawn = useMemo(
    () => antdColumns({ row, rowActions, actionsWidth, onOpen, editCell, settings, sort }, visibleColumns(columns, settings)),
    // Of the settings the difference alone counts, and it is a new one with every change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columns, row, rowActions, actionsWidth, onOpen, editCell, settings, difference, sort],
  )
  if (store.failure && !store.loaded) return <Failure list={list} />
  if (!store.loaded) return <Skeleton active paragraph={{ rows: 10 }} title={false} style={{ padding: 16 }} />
  const density = difference.density ?? 'middle'
  const virtual = store.rows.length > VIRTUAL_ABOVE
  // The sum of the widths, so that a long text is cut with an ellipsis instead of making the list wider than the page.
  const width = drawn.reduce((sum, c) => sum + Number(c.width), selectable ? SELECTION_WIDTH : 0)
  return (
    <Flex vertical gap={12}>
      {store.failure ? <Failure list={list} small /> : null}
      {selectable && store.selectedCount > 0 ? <SelectionBar {...props} /> : null}
      <Table<RowOf<C>>
        className="kit-table"
        components={COMPONENTS}
        size={density}
        rowKey={store.idOf}
        dataSource={store.rows}
        loading={store.loading}
        columns={drawn}
        pagination={false}
        sticky={!virtual}
        virtual={virtual}
        scroll={virtual ? { x: width, y: 640 } : { x: width }}
        locale={{ emptyText: <Empty {...props} /> }}
        {...(selectable ? { rowSelection: selection(props, chosen) } : {})}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const field = typeof one?.columnKey === 'string' ? one.columnKey : ''
          list.change({ sort: one?.order && field ? { field, order: one.order === 'ascend' ? 'asc' : 'desc' } : null, page: 1 })
        }}
        onRow={(row) => ({
          onDoubleClick: () => onOpen?.(row),
          'data-row': store.idOf(row),
          tabIndex: -1,
          ...(onOpen ? { onKeyDown: (e: KeyboardEvent<HTMLElement>) => e.key === 'Enter' && e.target === e.currentTarget && onOpen(row) } : {}),
        })}
      />
      {store.total > 0 ? (
        <Flex justify="flex-end" className="kit-no-print">
          <Pagination
            size="small"
            current={store.query.page}
            pageSize={store.query.pageSize}
            total={store.total}
            showSizeChanger
            pageSizeOptions={[20, 50, 100, 200]}
            showTotal={(total) => `共 ${total.toLocaleString('zh-CN')} 条`}
            onChange={(page, pageSize) => list.change({ page: pageSize === store.query.pageSize ? page : 1, pageSize })}
          />
        </Flex>
      ) : null}
    </Flex>
  )
}

export const ResourceTable = observer(Table_) as unknown as typeof Table_

/** The columns as the person keeps them: in their order, without those they hid, pinned ones first. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: ColumnSettings): Column<Row>[] {
  const hidden = settings.difference.hidden ?? {}
  return settings
    .ordered(columns.map((c) => c.field))
    .map((field) => columns.find((c) => c.field === field))
    .filter((c): c is Column<Row> => c !== undefined && !(hidden[c.field] ?? c.hidden ?? false))
    .sort((a, b) => Number(isPinned(settings, b.field)) - Number(isPinned(settings, a.field)))
}

const widthOf = (settings: ColumnSettings, column: { field: string; width?: number }): number => settings.difference.widths?.[column.field] ?? column.width ?? 140

const isPinned = (settings: ColumnSettings, field: string): boolean => settings.difference.pinned?.[field] === 'left'

/** Keeps what was drawn for a record, so that React finds the same element and goes no further into it. */
function once<R>(draw: (record: R) => ReactNode): (value: unknown, record: R) => ReactNode {
  const drawn = new WeakMap<object, ReactNode>()
  return (_value, record) => {
    const key = record as object
    if (!drawn.has(key)) drawn.set(key, draw(record))
    return drawn.get(key)
  }
}

type Drawing<C extends ListCall> = Pick<ResourceTableProps<C>, 'row' | 'settings'> & {
  [P in 'rowActions' | 'actionsWidth' | 'onOpen' | 'editCell']: ResourceTableProps<C>[P] | undefined
} & { sort: ResourceList<C>['store']['query']['sort'] }

function antdColumns<C extends ListCall>({ row, rowActions, actionsWidth, onOpen, editCell, settings, sort }: Drawing<C>, visible: Column<RowOf<C>>[]) {
  const result: NonNullable<TableProps<RowOf<C>>['columns']> = visible.map((column, i) => ({
    key: column.field,
    title: titleOf(row, column),
    width: widthOf(settings, column),
    align: alignOf(row, column),
    ellipsis: true,
    ...(i === 0 || isPinned(settings, column.field) ? { fixed: 'left' as const } : {}),
    onHeaderCell: (): object =>
      ({
        columnWidth: widthOf(settings, column),
        columnTitle: titleOf(row, column),
        onResizeTo: (width: number) => settings.change({ widths: { ...settings.difference.widths, [column.field]: width } }),
      }) satisfies ResizableHeaderProps,
    ...(column.sortable ? { sorter: true, sortOrder: sort?.field === column.field ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null, showSorterTooltip: false } : {}),
    render: once((record: RowOf<C>) => {
      const plain = cellOf(row, column, record)
      // The first column is the way into the row.
      if (i > 0 || !onOpen) return column.editable && editCell ? editCell(record, column, plain) : plain
      return (
        <Button type="link" style={{ padding: 0, height: 'auto', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', justifyContent: 'flex-start' }} onClick={() => onOpen(record)}>
          {plain}
        </Button>
      )
    }),
  }))
  if (rowActions) {
    result.push({
      key: 'actions',
      title: '操作',
      fixed: 'right',
      width: actionsWidth ?? ACTIONS_WIDTH,
      className: 'kit-actions',
      render: once((record: RowOf<C>) => (
        <Flex gap={12} align="center">
          {rowActions(record)}
        </Flex>
      )),
    })
  }
  return result
}

interface Chosen {
  keys: () => Key[]
  note: (keys: Key[]) => void
}

/**
 * The selected keys for antd's table, as the very array that the table has made of a click wherever it says the same: for any
 * other array the table draws itself twice.
 */
function useChosenKeys<C extends ListCall>(store: ListStore<C>): Chosen {
  const [chosen] = useState<Chosen>(() => {
    let known: Key[] = []
    return {
      keys: () => {
        const now = store.allMatching ? store.rows.map(store.idOf) : [...store.selected.keys()]
        const wanted = new Set<Key>(now)
        if (known.length !== now.length || !known.every((key) => wanted.has(key))) known = now
        return known
      },
      note: (keys) => (known = keys),
    }
  })
  return chosen
}

function selection<C extends ListCall>({ list, row, columns }: ResourceTableProps<C>, chosen: Chosen): NonNullable<TableProps<RowOf<C>>['rowSelection']> {
  const { store } = list
  const [first] = columns
  const nameOfRow = (record: RowOf<C>) => (first ? textOf(row, first.field, record[first.field]) : store.idOf(record))
  return {
    fixed: true,
    getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
    getCheckboxProps: (record) => ({ 'aria-label': `选择${nameOfRow(record)}` }),
    selectedRowKeys: chosen.keys(),
    onChange: chosen.note,
    preserveSelectedRowKeys: true,
    onSelect: (record, on) => store.select([record], on),
    onSelectAll: (on) => store.select(store.rows, on),
  }
}

const SelectionBar = observer(function SelectionBar<C extends ListCall>({ list, selectionActions }: ResourceTableProps<C>) {
  const { token } = theme.useToken()
  const { store } = list
  const elsewhere = [...store.selected.keys()].filter((id) => !store.rows.some((r) => store.idOf(r) === id)).length
  return (
    <Flex
      align="center"
      justify="space-between"
      wrap
      gap={8}
      role="status"
      style={{ padding: '7px 12px', background: token.colorInfoBg, border: `1px solid ${token.colorInfoBorder}`, borderRadius: token.borderRadiusLG }}
    >
      <span>
        已选 <strong>{store.selectedCount.toLocaleString('zh-CN')}</strong> 条{elsewhere > 0 && !store.allMatching ? `（其中 ${elsewhere} 条在其他页）` : ''}
        {!store.allMatching && store.total > store.selected.size ? (
          <Button type="link" size="small" onClick={() => store.selectAllMatching()}>
            选择全部 {store.total.toLocaleString('zh-CN')} 条符合条件的记录
          </Button>
        ) : null}
        <Button type="link" size="small" onClick={() => store.clearSelection()}>
          清空
        </Button>
      </span>
      <Flex gap={8}>{selectionActions?.([...store.selected.values()])}</Flex>
    </Flex>
  )
}) as <C extends ListCall>(props: ResourceTableProps<C>) => ReactNode

function Empty<C extends ListCall>({ list, row, filterLabels, emptyAction, emptyTitle, emptyText }: ResourceTableProps<C>) {
  const { filters } = list.store.query
  const names = Object.keys(filters)
  if (names.length === 0) {
    return (
      <StateScreen title={emptyTitle ?? '还没有数据'} actions={emptyAction}>
        {emptyText}
      </StateScreen>
    )
  }
  return (
    <StateScreen mark="search" title="没有符合条件的记录" actions={<Button onClick={() => list.change({ filters: {} })}>清空条件</Button>}>
      {names.map((name) => (
        <Tag
          key={name}
          closable
          onClose={() => {
            const { [name]: _gone, ...rest } = filters
            list.change({ filters: rest })
          }}
        >
          {filterLabels[name] ?? name}：{wordOfFilter(row, name, filters[name] ?? '', list.store.lists.includes(name))}
        </Tag>
      ))}
    </StateScreen>
  )
}

/** A filter's value in words: labels of choices, several with 、 between them, 本月 as it is. */
const wordOfFilter = (row: z.ZodType, name: string, value: string, several: boolean): string =>
  wordOfRelative(value) ?? (several ? value.split(LIST_SEPARATOR) : [value]).map((one) => textOf(row, name, one)).join('、')

function Failure<C extends ListCall>({ list, small }: { list: ResourceList<C>; small?: boolean }) {
  const failure = list.store.failure
  if (!failure) return null
  if (failure.kind === 'forbidden') return <NoPermission />
  if (small) {
    return (
      <Flex role="alert" gap={8} align="center">
        <span>{failure.message}</span>
        <Button size="small" onClick={() => void list.reload()}>
          重试
        </Button>
      </Flex>
    )
  }
  return <FailedToLoad message={failure.message} onRetry={() => void list.reload()} {...(failure.requestId ? { detail: failure.requestId } : {})} />
}
