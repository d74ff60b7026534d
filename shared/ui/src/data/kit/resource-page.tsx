import { BY_OTHERS, CODE, type AnyResource, type Call, type RequestOf } from '@assoc/contract'
import { api, ApiError } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import { Button, ImportOutlined, PlusOutlined, undos } from '../../shell'
import { ReasonDialog } from '../forms'
import { DetailDrawer, ImportDialog, MissingRecord } from '../lazy'
import { ColumnSettings } from './column-settings'
import { textOf, type Column } from './columns'
import { deriveForm, deriveSearch, filtersOf, narrowingOf } from './derive'
import { ListPage } from './ListPage'
import type { AnyRow, PageDialog, PageTools, ResourcePageOptions } from './page-options'
import { Refresh } from './Refresh'
import { NextInReview, OpenInReview, reviewOf, reviewVerbs, ReviewQueue } from './review-queue'
import { actOn, mayCall, reverseOf, stepsOfResource, together } from './resource-steps'
import { visibleColumns } from './ResourceTable'
import { RowActions, type RowAction } from './RowActions'
import { useAnswer } from './use-answer'
import { useBatch } from './use-batch'
import { useFollow } from './use-follow'
import { useListExport } from './use-list-export'
import { useRecord } from './use-record'
import { useResourceList } from './use-resource-list'
import { useRowForms } from './use-row-forms'

type Asking = { row: AnyRow; verb: string }

/**
 * A plain screen whole: list, search, form, detail with history, actions of the status machine, batch and export, all
 * from the resource of the contract. Who may press what is said by the rows' abilities, never by the page.
 */
export function resourcePage<R extends AnyResource, D extends string = never>(options: ResourcePageOptions<R, D>): ComponentType {
  // The page works with any resource; its types have been checked where it was declared.
  const given = options as unknown as ResourcePageOptions<AnyResource>
  return observer(function Page() {
    return <View options={given as never} />
  })
}

const View = observer(function View({ options, part = false }: { options: Options; part?: boolean }) {
  const { resource, name, title } = options
  const { definition } = resource
  const [openId, setOpenId] = useRecord(part)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [importing, setImporting] = useState(false)
  const [creating, setCreating] = useState(false)
  const [dialog, setDialog] = useState<{ name: string; row: AnyRow; refusal?: string } | null>(null)
  const [queue] = useState(() => new ReviewQueue())
  const [settings] = useState(() => new ColumnSettings(name))
  const asked = options.usePage?.()
  const ownActions = (asked?.actions as typeof options.actions) ?? options.actions
  const onOpen = (asked?.onOpen as typeof options.onOpen) ?? options.onOpen
  const columns = useMemo(() => options.columns.map((column) => (column.field === definition.status?.field ? { ...column, status: true } : column)), [options.columns, definition])
  const fields = deriveForm(resource, { ...options.fields, ...options.useFields?.(), ...asked?.fields }, options.form, Object.keys(options.fixed ?? {}))
  const { ownFilters = [] } = options
  const search = (asked?.search ?? options.search ?? deriveSearch(resource, options.keywordHint)).filter((field) => !ownFilters.includes(field.name))
  const narrowing = narrowingOf(resource, search).filter(({ name: filter }) => !(filter in (options.fixed ?? {})))
  const { filters, lists } = filtersOf(search)
  const idOf = (row: AnyRow) => String(row[definition.id])
  const list = useResourceList<Call>({
    call: resource.list,
    idOf: idOf as never,
    filters: [...filters, ...narrowing.map((n) => n.name), ...ownFilters],
    lists,
    sortable: definition.sortable,
    ...(options.defaultSort ? { defaultSort: options.defaultSort } : {}),
    ...(options.fixed ? { fixed: options.fixed } : {}),
    ...(options.defaultFilters ? { defaultFilters: options.defaultFilters } : {}),
    part,
  })
  const { store, reload } = list
  const rows = store.rows as unknown as AnyRow[]
  const nameOf = (row: AnyRow) => options.nameOf?.(row as never) ?? textOf(resource.row, options.columns[0]?.field ?? definition.id, row[options.columns[0]?.field ?? definition.id])
  const changed = () => {
    options.onChanged?.()
    void reload()
    void read.reload()
  }
  const made = (id?: string) => {
    changed()
    if (id && options.openNew) setOpenId(id)
  }
  /** The verb that takes a step back, by the status that it left; null where none is offered. */
  const undoOf = (verb: string, from: string): string | null =>
    options.undo && options.undo.after === verb ? options.undo.by : options.undo === false || !definition.status ? null : reverseOf(definition.status.machine, verb, from)
  const steps = stepsOfResource(resource).filter(({ verb }) => !options.steps?.hide.includes(verb))
  const { create: mayCreate, edit: inForm, editCell, forms } = useRowForms({ resource, name, fields, initial: options.initial, fixed: options.fixed, nameOf, store, onDone: made, reload })
  const exporting = useListExport(resource, store, () => visibleColumns(options.columns, settings).map((c) => c.field as string))
  const batch = useBatch({ call: resource.batch, what: definition.label, steps, texts: options.texts, store, undo: { by: undoOf, steps }, onDone: changed })
  const { createBy } = options
  const toForm = asked?.toForm as ((row: AnyRow | null) => void) | undefined
  const edit = toForm ?? inForm
  const create = createBy ? (createBy.may() ? () => setCreating(true) : undefined) : options.create === false ? undefined : mayCreate && toForm ? () => toForm(null) : mayCreate
  const tools: PageTools<never, never> = { reload, list, edit: edit as never, create: create ?? (() => undefined), open: (row: AnyRow | null) => setOpenId(row ? idOf(row) : null), show: (name: string, row: AnyRow) => setDialog({ name, row }) }

  /** Actions of a row. In its own detail without those that only open it, and what moves it on stands before changing it. */
  const actionsOf = (row: AnyRow, inDetail = false): RowAction[] => {
    const all = (ownActions?.(row as never, tools) ?? []).filter((a) => !(inDetail && a.opens))
    const [own, late] = [all.filter((a) => !a.last), all.filter((a) => a.last)]
    const change = row.abilities.includes('update') ? [{ key: 'update', label: '修改', onClick: () => edit(row) }] : []
    const movesOf = steps
      .filter((step) => row.abilities.includes(step.verb) && (step.own ? !step.single : step.verb === 'delete' || definition.status?.machine.find(step.verb, String(row[definition.status.field]))))
      .map((step) => ({ key: step.verb, label: step.label, danger: step.danger, onClick: () => (step.atOnce ? void atOnce({ row, verb: step.verb }) : setAsking({ row, verb: step.verb })) }))
    const moves: RowAction[] = [...movesOf.filter((a) => a.key !== 'delete'), ...late, ...movesOf.filter((a) => a.key === 'delete')]
    // Somebody else's, because this person has written the record: shown with the reason, so that nobody looks for a missing permit.
    const others = steps
      .filter((step) => row.separated?.includes(step.verb))
      .map((step) => ({ key: step.verb, label: step.label, disabled: true, why: BY_OTHERS, onClick: () => undefined }))
    // A record in good order (its status is green) waits for nobody: none of its steps stands out.
    const waits = definition.status === undefined || definition.status.machine.tones[String(row[definition.status.field])] !== 'green'
    const on = inDetail && waits ? moves.findIndex((step) => !step.danger && !step.last) : -1
    return on < 0 ? [...own, ...change, ...moves, ...others] : [...own, ...moves.slice(on, on + 1).map((move) => ({ ...move, next: true })), ...change, ...moves.slice(0, on), ...moves.slice(on + 1), ...others]
  }
  // A column without a single action for anybody is not drawn.
  const hasActions = ownActions !== undefined || resource.update !== null || steps.length > 0
  const step = asking ? steps.find((s) => s.verb === asking.verb) : undefined
  const atOnce = async ({ row, verb }: Asking) => {
    try {
      await actOn(resource, idOf(row), verb)
    } catch (error) {
      if (error instanceof ApiError) toasts.error(error.message)
      else tellLost(error)
    } finally {
      changed()
    }
  }
  const carryOut = async ({ row, verb }: Asking, reason: string, input?: object) => {
    const body = { [definition.id]: idOf(row), version: row.version, ...(verb === 'delete' ? {} : { verb, input, ...(reason ? { reason } : {}) }) }
    const call = step?.own ? resource.batch : verb === 'delete' ? resource.remove : resource.change
    if (!call) return
    try {
      if (step?.own) await actOn(resource, idOf(row), verb)
      else await api(call, body as RequestOf<Call>, verb === 'delete' && options.inUse ? { quiet: [CODE.inUse] } : {})
      toasts.success(`${nameOf(row)}：已${step?.label ?? ''}`)
      if (verb === 'delete') {
        setOpenId(null)
        store.select([row as never], false)
      }
      if (verb !== 'delete') void offerUndo(row, verb)
      else if (options.restore && mayCall(options.restore)) undos.offer(`刚才删除了${nameOf(row)}`, () => undo(options.restore as Call, row, row.version + 1, '恢复'))
    } catch (error) {
      if (!options.inUse || verb !== 'delete' || !(error instanceof ApiError) || error.code !== CODE.inUse) throw error
      setDialog({ name: options.inUse, row, refusal: error.message })
    } finally {
      changed()
    }
  }
  // What a row allows after a step is the server's to say; without an answer nothing is offered.
  const offerUndo = async (row: AnyRow, verb: string) => {
    const named = options.undo && options.undo.after === verb ? options.undo : null
    const by = undoOf(verb, String(definition.status ? row[definition.status.field] : ''))
    if (!by || !resource.change) return
    const now = (await api(resource.read, { [definition.id]: idOf(row) } as RequestOf<Call>, { quiet: [CODE.notFound] }).catch(() => null)) as AnyRow | null
    if (!now?.abilities.includes(by)) return
    // In other words than the toast, which stands beside it.
    const said = named ? `${nameOf(now)}：${named.text(now as never)}` : `刚才${steps.find((s) => s.verb === verb)?.label ?? '办理'}了${nameOf(now)}`
    undos.offer(said, () => undo(resource.change as Call, now, now.version, steps.find((s) => s.verb === by)?.label ?? '撤销', by))
  }
  /** Takes an action back by another one, over the version that it made: what somebody has changed since stays. */
  const undo = async (call: Call, row: AnyRow, version: number, label: string, verb?: string) => {
    try {
      await api(call, { [definition.id]: idOf(row), version, ...(verb ? { verb } : {}) } as RequestOf<Call>)
      toasts.success(`${nameOf(row)}：已${label}`)
    } catch (error) {
      tellLost(error)
    } finally {
      changed()
    }
  }
  const mayImport = resource.importCheck !== null && mayCall(resource.importCheck) && !part
  // A record that the address names need not be on this page of the list, and stays open when a step takes it out of the filter.
  const listed = rows.find((row) => idOf(row) === openId)
  const read = useAnswer(resource.read, openId && !listed && store.loaded && options.detail !== false ? ({ [definition.id]: openId } as RequestOf<Call>) : null)
  const [kept, setKept] = useState<AnyRow | null>(null)
  if (listed && listed !== kept) setKept(listed)
  const isOpen = (row: AnyRow | null | undefined): row is AnyRow => Boolean(row && idOf(row) === openId)
  const open = [listed, read.data as AnyRow | null, kept].find(isOpen) ?? null
  const Dialog = dialog ? (options.dialogs as Record<string, ComponentType<PageDialog<AnyRow>>> | undefined)?.[dialog.name] : undefined
  const review = options.review === false ? [] : (options.review ?? reviewVerbs(definition.status?.machine).filter((verb) => steps.some((s) => s.verb === verb)))
  const inReview = (row: AnyRow) => ({ id: idOf(row), status: String(definition.status ? row[definition.status.field] : ''), abilities: row.abilities, separated: row.separated })
  const neighbour = (by: number) => {
    const row = listed ? rows[rows.indexOf(listed) + by] : undefined
    return row ? () => setOpenId(idOf(row)) : null
  }
  const follow = useFollow(openId, setOpenId)
  const newButton = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      {createBy?.label ?? `新增${definition.label}`}
    </Button>
  ) : null
  return (
    <>
      <div className="kit-split" onFocus={follow}>
        <ListPage
          name={name}
          title={title}
          settings={settings}
          list={list}
          row={resource.row}
          columns={columns as never}
          search={search}
          narrowing={narrowing}
          onNew={create}
          toolbar={
            <>
              {options.toolbar?.(tools)}
              {mayImport ? (
                <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                  导入
                </Button>
              ) : null}
              {exporting.button}
              {newButton}
            </>
          }
          {...(hasActions ? { rowActions: (row: never) => <RowActions actions={actionsOf(row as unknown as AnyRow)} {...(options.visibleActions ? { visible: options.visibleActions } : {})} /> } : {})}
          {...(editCell ? { editCell: editCell as never } : {})}
          selectable={exporting.chosenButton !== null || batch.any}
          selectionActions={() => (
            <>
              {exporting.chosenButton}
              {batch.buttons}
            </>
          )}
          {...(options.detail === false && !onOpen ? {} : { onOpen: (row: unknown) => (onOpen ? onOpen(row as never, tools) : setOpenId(idOf(row as AnyRow))) })}
          emptyText={options.emptyText}
          emptyAction={newButton}
        >
          {options.above?.(tools)}
        </ListPage>
        {open ? (
          <DetailDrawer
            resource={resource}
            row={open}
            key={`${openId} ${open.version}`}
            title={nameOf(open)}
            fields={options.detail || undefined}
            width={options.detailWidth}
            actions={actionsOf(open, true)}
            review={review.length > 0 ? reviewOf({ row: inReview(open), rows: rows.map(inReview), verbs: review, actions: actionsOf(open, true), open: setOpenId }) : null}
            onPrevious={neighbour(-1)}
            onNext={neighbour(1)}
            addressed={!part}
            onClose={() => setOpenId(null)}
          >
            {options.inDetail?.(open as never, tools)}
            {review.length > 0 ? <OpenInReview queue={queue} row={inReview(open)} rows={rows.map(inReview)} /> : null}
          </DetailDrawer>
        ) : null}
      </div>
      {!open && openId && read.error && options.detail !== false ? <MissingRecord label={definition.label} message={read.error} onClose={() => setOpenId(null)} /> : null}
      {forms}
      {asking && step ? (
        <ReasonDialog
          title={`${together(step.label, definition.label)}：${nameOf(asking.row)}`}
          text={options.question?.(asking.row as never, asking.verb) ?? options.texts?.[asking.verb] ?? (asking.verb === 'delete' ? '删除后不能恢复，此操作会记入日志。' : `确定要${step.label}吗？此操作会记入日志。`)}
          confirmText={step.label}
          reason={step.reason}
          reasonLabel={step.reasonLabel}
          danger={step.danger}
          ask={step.input && { name: definition.name, input: step.input, own: options.asks?.(asking.row as never, asking.verb), row: asking.row }}
          onConfirm={(reason, input) => carryOut(asking, reason, input)}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {definition.refreshes ? <Refresh resource={resource} store={store} /> : null}
      {batch.dialog}
      {exporting.dialog}
      {importing ? (
        <ImportDialog
          resource={resource}
          onClose={(written) => {
            setImporting(false)
            if (written) changed()
          }}
        />
      ) : null}
      {options.beside?.(tools)}
      {review.length > 0 ? <NextInReview queue={queue} rows={rows.map(inReview)} verbs={review} open={setOpenId} /> : null}
      {dialog && Dialog ? (
        <Suspense fallback={null}>
          <Dialog
            key={`${dialog.name} ${idOf(dialog.row)}`}
            row={dialog.row}
            refusal={dialog.refusal}
            show={(name) => setDialog({ name, row: dialog.row })}
            onChanged={(now) => {
              if (now && openId && now !== openId) setOpenId(now)
              changed()
            }}
            onClose={() => setDialog(null)}
            onDone={(said) => {
              setDialog(null)
              if (said) toasts.success(said)
              changed()
            }}
          />
        </Suspense>
      ) : null}
      {creating && createBy ? (
        <Suspense fallback={null}>
          <createBy.dialog
            onClose={() => setCreating(false)}
            onDone={(said) => {
              setCreating(false)
              toasts.success(said)
              changed()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}) as (props: { options: Options; part?: boolean }) => ReactNode

/** The same list as a part of another page, such as the items of what a drawer shows; its query stays out of the address. */
export const ResourcePart = <R extends AnyResource, D extends string = never>(options: ResourcePageOptions<R, D>): ReactNode => <View options={options as never} part />

type Options = Omit<ResourcePageOptions<AnyResource>, 'columns'> & { columns: readonly Column<never>[] }
