import { observer } from 'mobx-react-lite'
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import type { z } from 'zod'
import { Button, Flex, Skeleton, Spin, Tag, theme } from '../../shell'
import { noteRows } from '../../shell/late'
import { FailedToLoad, NoPermission, StateScreen } from '../../shell/states'
import { injectStyle } from '../../shell/styles'
import { Pagination } from '../forms'
import { alignOf, cellOf, textOf, titleOf, type Column } from './columns'
import type { ColumnSettings } from './column-settings'
import { KitTable, type TableColumn, type TableSelection } from './KitTable'
import type { ListCall, ListStore, RowOf } from './list-store'
import { wordOfRelative } from './relative-dates'
import { actionsWidthOf } from './RowActions'
import { LIST_SEPARATOR, type ListQuery } from './query-codec'
import { TABLE_CSS } from './table-css'
import type { ResourceList } from './use-resource-list'

export interface ResourceTableProps<C extends ListCall> {
  list: ResourceList<C>
  /** What is listed, for those who hear the page. */
  label: string
  /** Row schema of the contract: labels and ways of display come from it. */
  row: z.ZodType
  columns: readonly Column<RowOf<C>>[]
  settings: ColumnSettings
  rowActions?: (row: RowOf<C>) => ReactNode
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
  emptyText?: ReactNode | undefined
}

/** Px of the column of actions: as wide as the rows of the page need, within these. */
const ACTIONS_WIDTH = { least: 80, most: 320 }
/** Px beside them, of the widest density. */
const ACTIONS_PADDING = 32

/** The table of a list: columns as the person keeps them, selection over pages, designed empty and error states. */
function Table_<C extends ListCall>(props: ResourceTableProps<C>) {
  injectStyle('kit-table', TABLE_CSS)
  const { list, columns, row, settings, selectable, rowActions, onOpen, editCell } = props
  const { store } = list
  const { difference } = settings
  // What is pressed goes to the page as it is now; the cells need not be drawn again because it is another function.
  const page = useLatest({ onOpen, change: list.change })
  const opens = onOpen !== undefined
  const open = useCallback((record: RowOf<C>) => page.current.onOpen?.(record), [page])
  const drawn = useMemo(
    () => tableColumns({ row, opens, open, settings }, visibleColumns(columns, settings)),
    // Of the settings the difference alone counts, and it is a new one with every change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [columns, row, opens, open, settings, difference],
  )
  // What a page does with a row is another function whenever the page is drawn. The cells that call it take it from a context: they are drawn
  // anew, and no column and no other cell is.
  const own = useMemo((): OwnCells => ({ rowActions: rowActions ? (once(rowActions) as OwnCells['rowActions']) : undefined, editCell: editCell as OwnCells['editCell'] }), [rowActions, editCell])
  const edits = editCell !== undefined
  const actionsWidth = own.rowActions ? widthOfActions(store.rows, own.rowActions) : null
  const all = useMemo(() => {
    const editable = edits ? drawn.map((column) => inPlace(column, columns)) : drawn
    return actionsWidth === null ? editable : [...editable, actionsColumn<RowOf<C>>(actionsWidth)]
  }, [drawn, columns, edits, actionsWidth])
  const selection = useMemo(() => (selectable ? selectionOf(store, row, columns[0]) : undefined), [selectable, store, row, columns])
  const sort = useCallback((next: ListQuery['sort']) => page.current.change({ sort: next, page: 1 }), [page])
  const settled = store.loaded || store.failure !== null
  useEffect(() => {
    if (settled) noteRows()
  }, [settled])
  if (store.failure && !store.loaded) return <Failure list={list} />
  if (!store.loaded) return <Skeleton active paragraph={{ rows: 10 }} title={false} style={{ padding: 16 }} />
  return (
    <Flex vertical gap={12}>
      {store.failure ? <Failure list={list} small /> : null}
      {selectable ? <SelectionBar {...props} /> : null}
      <div className="kit-wait" aria-busy={store.loading}>
        <Own value={own}>
          <KitTable<RowOf<C> & object>
            label={props.label}
            columns={all as readonly TableColumn<RowOf<C> & object>[]}
            rows={store.rows as (RowOf<C> & object)[]}
            idOf={store.idOf}
            sort={store.query.sort}
            onSort={sort}
            density={difference.density ?? 'middle'}
            selection={selection as TableSelection<RowOf<C> & object> | undefined}
            onOpen={opens ? open : undefined}
            empty={store.rows.length === 0 ? <Empty {...props} /> : null}
          />
        </Own>
        {store.loading ? <Spin className="kit-spin" /> : null}
      </div>
      {store.total > 0 ? <Pages list={list} /> : null}
    </Flex>
  )
}

export const ResourceTable = observer(Table_) as unknown as typeof Table_

/** The newest of a value that handlers read. */
function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

const Pages = observer(function Pages<C extends ListCall>({ list }: { list: ResourceList<C> }) {
  const { store } = list
  return (
    <Flex justify="flex-end" className="kit-no-print">
      <Pagination
        size="small"
        current={store.query.page}
        pageSize={store.query.pageSize}
        total={store.total}
        showSizeChanger
        pageSizeOptions={[20, 50, 100, 200]}
        showTotal={() => `共 ${store.totalText} 条`}
        onChange={(page, pageSize) => list.change({ page: pageSize === store.query.pageSize ? page : 1, pageSize })}
      />
    </Flex>
  )
}) as <C extends ListCall>(props: { list: ResourceList<C> }) => ReactNode

/** The columns as the person keeps them: in their order, without those they hid, pinned ones first. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: ColumnSettings): Column<Row>[] {
  const hidden = settings.difference.hidden ?? {}
  return settings
    .ordered(columns.map((c) => c.field))
    .map((field) => columns.find((c) => c.field === field))
    .filter((c): c is Column<Row> => c !== undefined && !(hidden[c.field] ?? c.hidden ?? false))
    .sort((a, b) => rank(settings, a) - rank(settings, b))
}

const widthOf = (settings: ColumnSettings, column: { field: string; width?: number }): number => settings.difference.widths?.[column.field] ?? column.width ?? 140

const isPinned = (settings: ColumnSettings, field: string): boolean => settings.difference.pinned?.[field] === 'left'

/** What a record's status is decides what is done with it, so it stands beside the actions however wide the list is; unless the person has pinned it elsewhere, or let it go. */
const isAtEnd = (settings: ColumnSettings, { field, status }: { field: string; status?: boolean }): boolean => (settings.difference.pinned?.[field] ?? (status ? 'right' : 'none')) === 'right'

const rank = <Row,>(settings: ColumnSettings, column: Column<Row>): number => (isPinned(settings, column.field) ? 0 : isAtEnd(settings, column) ? 2 : 1)

/** Keeps what was drawn for a record, so that React finds the same element and goes no further into it. */
function once<R>(draw: (record: R) => ReactNode): (record: R) => ReactNode {
  const drawn = new WeakMap<object, ReactNode>()
  return (record) => {
    const key = record as object
    if (!drawn.has(key)) drawn.set(key, draw(record))
    return drawn.get(key)
  }
}

type Drawing<C extends ListCall> = Pick<ResourceTableProps<C>, 'row' | 'settings'> & { opens: boolean; open: (row: RowOf<C>) => void }

function tableColumns<C extends ListCall>({ row, opens, open, settings }: Drawing<C>, visible: Column<RowOf<C>>[]): TableColumn<RowOf<C>>[] {
  return visible.map((column, i) => ({
    key: column.field,
    title: titleOf(row, column),
    width: widthOf(settings, column),
    align: alignOf(row, column),
    sortable: column.sortable ?? false,
    ...(i === 0 || isPinned(settings, column.field) ? { pinned: 'start' as const } : isAtEnd(settings, column) ? { pinned: 'end' as const } : {}),
    onResizeTo: (width: number) => settings.change({ widths: { ...settings.difference.widths, [column.field]: width } }),
    opens: i === 0 && opens,
    draw: once((record: RowOf<C>) => {
      const plain = cellOf(row, column, record)
      // The first column is the way into the row.
      if (i > 0 || !opens) return plain
      return (
        <button type="button" className="kit-open" onClick={() => open(record)}>
          {plain}
        </button>
      )
    }),
  }))
}

/** The same column, its cells changed in place where the page lets them be; the first column opens the row. */
function inPlace<Row>(drawn: TableColumn<Row>, columns: readonly Column<Row>[]): TableColumn<Row> {
  const column = columns.find((c) => c.field === drawn.key)
  return column?.editable && !drawn.opens ? { ...drawn, draw: once((record: Row) => <Editable record={record} column={column as Column<never>} content={drawn.draw(record)} />) } : drawn
}

function widthOfActions<Row>(rows: readonly Row[], actions: (row: Row) => ReactNode): number {
  const widest = rows.reduce((most, row) => Math.max(most, actionsWidthOf(actions(row)) ?? ACTIONS_WIDTH.least), ACTIONS_WIDTH.least)
  return Math.min(widest + ACTIONS_PADDING, ACTIONS_WIDTH.most)
}

/** What the page itself puts into cells. */
interface OwnCells {
  rowActions: ((row: unknown) => ReactNode) | undefined
  editCell: ((row: unknown, column: Column<never>, content: ReactNode) => ReactNode) | undefined
}

const Own = createContext<OwnCells>({ rowActions: undefined, editCell: undefined })

const Acts = ({ record }: { record: unknown }) => <div className="kit-acts">{useContext(Own).rowActions?.(record)}</div>

function Editable({ record, column, content }: { record: unknown; column: Column<never>; content: ReactNode }) {
  const { editCell } = useContext(Own)
  return editCell ? editCell(record, column, content) : content
}

const actionsColumn = <Row,>(width: number): TableColumn<Row> => ({
  key: 'actions',
  title: '操作',
  width,
  align: 'left',
  sortable: false,
  pinned: 'end',
  className: 'kit-actions',
  draw: once((record: Row) => <Acts record={record} />),
})

function selectionOf<C extends ListCall>(store: ListStore<C>, row: z.ZodType, first: Column<RowOf<C>> | undefined): TableSelection<RowOf<C>> {
  return {
    isChosen: (record) => store.allMatching || store.selected.has(store.idOf(record)),
    nameOf: (record) => (first ? textOf(row, first.field, record[first.field]) : store.idOf(record)),
    choose: (records, on) => store.select(records, on),
  }
}

const SelectionBar = observer(function SelectionBar<C extends ListCall>(props: ResourceTableProps<C>) {
  return props.list.store.selectedCount > 0 ? <Chosen {...props} /> : null
}) as <C extends ListCall>(props: ResourceTableProps<C>) => ReactNode

const Chosen = observer(function Chosen<C extends ListCall>({ list, selectionActions }: ResourceTableProps<C>) {
  const { token } = theme.useToken()
  const { store } = list
  const here = new Set(store.rows.map(store.idOf))
  const elsewhere = [...store.selected.keys()].filter((id) => !here.has(id)).length
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
        {!store.allMatching && !store.more && store.total > store.selected.size ? (
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
