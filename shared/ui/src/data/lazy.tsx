import type { DatePickerProps, ProgressProps, StepsProps, TableProps, TimelineProps, TimePickerProps, TreeProps, TreeSelectProps, UploadProps } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker'
import { Suspense, lazy, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import type { ChartProps } from '../chart/options'
import type * as LazyParts from '../lazy'
import type { RichTextProps } from '../rich/RichEditor'
import type { RichViewProps } from '../rich/RichView'
import type { ScannerProps } from '../scan/Scanner'
import type { FormSheetProps, SheetFiles } from '../sheet/FormSheet'
import type { Progress as SheetProgress, Sheet as SheetStore } from '../sheet/store'
import { Button, Skeleton, StarOutlined, Tooltip } from '../shell'
import { afterRows } from '../shell/late'
import type { AuditTimelineProps } from '../lazy/AuditTimeline'
import type { BatchDialogProps } from '../lazy/BatchDialog'
import type { ConflictDialogProps } from '../lazy/ConflictDialog'
import type { DetailDrawerProps } from '../lazy/DetailDrawer'
import type { FilesInputProps } from '../lazy/FilesInput'
import type { ImportDialogProps } from '../lazy/ImportDialog'
import type { AddressInputProps } from '../lazy/AddressInput'
import type { LinesInputProps, LinesView as LinesViewPart } from '../lazy/LinesInput'
import type { DateTimeInputProps, TimeInputProps } from '../lazy/TimeInputs'
import type { TreeInputProps } from '../lazy/TreeSelect'
import type { MissingRecordProps } from '../lazy/MissingRecord'
import type { PeopleSelectProps } from '../lazy/PeopleSelect'
import type { PersonalInputProps } from '../lazy/PersonalInput'
import type { PictureProps } from '../lazy/Picture'
import type { RecordCopiesProps } from '../lazy/record/RecordCopies'
import type { RefOfForm, RefSelectProps } from '../lazy/RefSelect'
import type { SavedViewsProps } from '../lazy/SavedViews'
import type { ShortcutSheetProps } from '../lazy/ShortcutSheet'
import type { TreePageProps } from '../lazy/TreePage'
import type { UndoNoticeProps } from '../lazy/UndoNotice'


export type { RefSelectProps }

type Lazy = typeof LazyParts

/**
 * A component of the rare part that looks as if it were here: its code is fetched when it is first
 * shown. So a list whose dates, trees and uploads are never opened does not pay for them.
 */
function late<P extends object>(pick: (rare: Lazy) => unknown, meanwhile: ReactNode = <Skeleton.Input active size="small" block />, before?: () => Promise<void>): ComponentType<P> {
  const Part = lazy(async () => {
    await before?.()
    return { default: pick(await import(/* webpackChunkName: "ui-rare" */ '../lazy')) as ComponentType<P> }
  })
  return function Late(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const DatePicker = late<DatePickerProps>((r) => r.DatePicker)
export const RangePicker = late<RangePickerProps>((r) => r.DatePicker.RangePicker)
export const TimePicker = late<TimePickerProps>((r) => r.TimePicker)
export const Tree = late<TreeProps>((r) => r.Tree)
export const TreeSelect = late<TreeSelectProps>((r) => r.TreeSelect)
export const Upload = late<UploadProps>((r) => r.Upload)
export const UploadDragger = late<UploadProps>((r) => r.Upload.Dragger)
export const Progress = late<ProgressProps>((r) => r.Progress)
/** The same two in a search form: what nobody uses before the rows does not keep them. */
export const SearchRange = late<RangePickerProps>((r) => r.DatePicker.RangePicker, undefined, afterRows)
export const SearchRef = late<RefSelectProps | RefOfForm>((r) => r.RefSelect, undefined, afterRows)
/** Controls of the kit that few forms have. */
export const RefSelect = late<RefSelectProps | RefOfForm>((r) => r.RefSelect)
export const FilesInput = late<FilesInputProps>((r) => r.FilesInput)
/** Colleagues, where they are found by a call of their own. */
export const PeopleSelect = late<PeopleSelectProps>((r) => r.PeopleSelect)
export const PersonalInput = late<PersonalInputProps>((r) => r.PersonalInput)
/** antd's table, for what is not a list of the kit: rows that can be opened, sums, a few rows in a dialog. */
export const Table = late<TableProps>((r) => r.Table, <Skeleton active paragraph={{ rows: 4 }} title={false} />) as unknown as <Row extends object>(props: TableProps<Row>) => ReactNode
export const DateTimeInput = late<DateTimeInputProps>((r) => r.DateTimeInput)
export const TimeInput = late<TimeInputProps>((r) => r.TimeInput)
export const TreeInput = late<TreeInputProps>((r) => r.TreeInput)
export const LinesInput = late<LinesInputProps>((r) => r.LinesInput)
export const LinesView = late<ComponentProps<typeof LinesViewPart>>((r) => r.LinesView)
export const Steps = late<StepsProps>((r) => r.Steps)
export const Timeline = late<TimelineProps>((r) => r.Timeline)

// Dialogs and menus of the kit that are seldom opened. They stand in no line of fields: nothing is shown while they come.
export const ImportDialog = late<ImportDialogProps>((r) => r.ImportDialog, null)
export const AuditTimeline = late<AuditTimelineProps>((r) => r.AuditTimeline)
export const ConflictDialog = late<ConflictDialogProps>((r) => r.ConflictDialog, null)
/** A record over its list. */
export const DetailDrawer = late<DetailDrawerProps>((r) => r.DetailDrawer, null)
/** Copies of a request for colleagues, where it is decided. */
export const RecordCopies = late<RecordCopiesProps>((r) => r.RecordCopies, null)
export const MissingRecord = late<MissingRecordProps>((r) => r.MissingRecord, null)
/** A stored picture, shown before it is downloaded. */
export const Picture = late<PictureProps>((r) => r.Picture, null)
export const UndoNotice = late<UndoNoticeProps>((r) => r.UndoNotice, null)
export const BatchDialog = late<BatchDialogProps>((r) => r.BatchDialog, null)
export const ShortcutSheet = late<ShortcutSheetProps>((r) => r.ShortcutSheet, null)
const ViewsMenu = late<SavedViewsProps>((r) => r.SavedViews, null)

const Address = lazy(async () => ({ default: (await import(/* webpackChunkName: "ui-address" */ '../lazy/AddressInput')).AddressInput }))
/** An address; the register of regions comes with the first one that is shown. */
export function AddressInput(props: AddressInputProps) {
  return (
    <Suspense fallback={<Skeleton.Input active size="small" block />}>
      <Address {...props} />
    </Suspense>
  )
}

const rich = () => import(/* webpackChunkName: "ui-rich" */ '../rich')
const Rich = { Text: lazy(async () => ({ default: (await rich()).RichEditor })), View: lazy(async () => ({ default: (await rich()).RichView })) }
/** An editor of structured texts, and such a text as it is read. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>
      <Rich.Text {...props} />
    </Suspense>
  )
}
export function RichView(props: RichViewProps) {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} />}>
      <Rich.View {...props} />
    </Suspense>
  )
}

const DrawnChart = lazy(async () => ({ default: (await import(/* webpackChunkName: "ui-chart" */ '../chart/Chart')).Chart }))
/** A chart of a page of figures; what draws it comes with the first one. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 6 }} style={{ height: props.height ?? 280 }} />}>
      <DrawnChart {...props} />
    </Suspense>
  )
}

const scan = () => import(/* webpackChunkName: "ui-scan" */ '../scan/Scanner')
const Camera = lazy(async () => ({ default: (await scan()).Scanner }))
/** Fetches the scanner before it is shown, for pages that go on without a connection. */
export const prepareScanner = async (): Promise<void> => (await scan()).prepare()
/** A camera that reads QR codes; it and what reads them come when it is first shown. */
export function Scanner(props: ScannerProps) {
  return (
    <Suspense fallback={<Skeleton.Node active style={{ width: '100%', maxWidth: 480, height: 360 }} />}>
      <Camera {...props} />
    </Suspense>
  )
}

const sheets = () => import(/* webpackChunkName: "ui-sheet" */ '../sheet')
/** What fills forms in: the engine and the store of a form on screen, loaded with the first one. */
export const loadSheets = () => sheets()
const Sheet = lazy(async () => ({ default: (await sheets()).FormSheet }))
/** A form of the designer as it is filled in, read or printed; its sheet comes from `loadSheets`. */
export function FormSheet(props: FormSheetProps) {
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} title={false} />}>
      <Sheet {...props} />
    </Suspense>
  )
}
export type { FormSheetProps, SheetFiles, SheetProgress, SheetStore }

/** A tree as a whole screen: searched, moved, made, changed, deleted. */
export const TreePage = late<TreePageProps<never>>((r) => r.TreePage, <Skeleton active paragraph={{ rows: 10 }} title={false} />) as unknown as <T>(props: TreePageProps<T>) => ReactNode

/** Saved views of a list: the button stands at once, its menu is fetched when it is first pressed. */
export function SavedViews(props: SavedViewsProps) {
  const [wanted, setWanted] = useState(false)
  if (wanted) return <ViewsMenu {...props} />
  return (
    <Tooltip title="列表视图">
      <Button type="text" icon={<StarOutlined />} aria-label="列表视图" aria-haspopup="dialog" onClick={() => setWanted(true)} />
    </Tooltip>
  )
}
