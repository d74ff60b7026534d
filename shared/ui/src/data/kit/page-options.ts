import type { AnyResource, Call, FieldsOf, ResponseOf, VerbOf } from '@assoc/contract'
import type { ComponentType, ReactNode } from 'react'
import type { Column } from './columns'
import type { FormField } from './FormFields'
import type { RowAction } from './RowActions'
import type { StepOwn } from './StepFields'
import type { SearchField } from './SearchForm'
import type { ShownList } from './list-store'

/** Row of a resource's list. */
export type RowOfResource<R extends AnyResource> = ResponseOf<R['list']> extends { items: (infer T)[] } ? T : never

/** A field of a resource's form. */
export type FieldOf<R extends AnyResource> = Extract<keyof FieldsOf<R>, string>

/** What a page's own parts may do. `D` names the page's own dialogs. */
export interface PageTools<Row, D extends string = never> {
  reload: () => Promise<void>
  list: ShownList<Row>
  edit: (row: Row) => void
  create: () => void
  open: (row: Row | null) => void
  /** Opens a dialog of the page's own for a row; one is open at a time. */
  show: (dialog: D, row: Row) => void
}

/** What a dialog of a page's own is given. */
export interface PageDialog<Row> {
  row: Row
  onClose: () => void
  /** The work is done: says so where there is something to say, closes, and reads the list anew. */
  onDone: (said?: string) => void
  /** Something was written and the dialog stays: reads the list anew. With an id, what that record's page showed is to be seen there now. */
  onChanged: (now?: string) => void
  /** Shows another dialog of the page for the same row. */
  show: (dialog: string) => void
  /** What the server said, where the dialog stands in the place of an action that was refused. */
  refusal?: string | undefined
}

/** What a page's own form for a new row is given. */
export interface CreateDialog {
  onClose: () => void
  /** The row is written: says so, closes, and reads the list anew. */
  onDone: (said: string) => void
}

/** What `usePage` of a page answers. */
export interface PageParts<Row, D extends string = never> {
  search?: readonly SearchField[]
  fields?: Record<string, Partial<FormField>>
  actions?: (row: Row, tools: PageTools<Row, D>) => RowAction[]
  onOpen?: (row: Row, tools: PageTools<Row, D>) => void
  /** Leads to a page of its own in the place of the form: of a row, or with null of a new one. */
  toForm?: (row: Row | null) => void
}

export interface ResourcePageOptions<R extends AnyResource, D extends string = never> {
  /** menuLink of the view; the key of its column settings, views and drafts. */
  name: string
  title: string
  resource: R
  columns: readonly Column<RowOfResource<R>>[]
  /** The search form; from the contract's filters when left out. */
  search?: readonly SearchField[]
  keywordHint?: string
  /** Adds to the form that the contract gives: options, help, width; by field. May use hooks. */
  useFields?: () => Record<string, Partial<FormField>>
  fields?: Record<string, Partial<FormField>>
  /**
   * What of the page needs hooks: the search form and form where their choices are asked of the server, and actions that lead to
   * other pages. Each part stands in the place of the option of the same name.
   */
  usePage?: () => PageParts<RowOfResource<R>, D>
  /** Which fields of the contract stand on the form: these alone, in this order, or all but these. Of the others nothing is sent. */
  form?: { only: readonly FieldOf<R>[] } | { except: readonly FieldOf<R>[] }
  /** Steps of the status machine that are no buttons here, neither of a row nor of a selection: another page or action carries them out. */
  steps?: { hide: readonly (VerbOf<R> | 'delete')[] }
  /** False where rows are only checked: they are made in another view. */
  create?: false
  /** Rows that are made by a form of the page's own: the words of its button, who may, and the form. Also under the key `n`. */
  createBy?: { label: string; may: () => boolean; dialog: ComponentType<CreateDialog> }
  /** Fields that a form shows for a change only, or not at all. */
  initial?: Record<string, unknown>
  /** What a row is called in questions and titles; the first column when left out. */
  nameOf?: (row: RowOfResource<R>) => string
  /** Sentences of the questions before actions, by verb: what follows from it. */
  texts?: Partial<Record<VerbOf<R> | 'delete', string>>
  /** The question before a step where it depends on the row; the sentence of `texts` when it answers nothing. */
  question?: (row: RowOfResource<R>, verb: VerbOf<R> | 'delete') => string | undefined
  /**
   * Adds to the fields that a step of the contract asks for: help, options, a control of the page's own; false leaves one out, such as
   * what this row has already. For many rows at once only what must be given is asked.
   */
  asks?: (row: RowOfResource<R>, verb: VerbOf<R>) => StepOwn | undefined
  /** Dialog that is shown when deleting is refused because others refer to the row: it has the way out. */
  inUse?: NoInfer<D>
  /** What was made is opened at once. */
  openNew?: boolean
  /** Actions of the page's own on a row, before those of the resource. */
  actions?: (row: RowOfResource<R>, tools: PageTools<RowOfResource<R>, D>) => RowAction[]
  visibleActions?: number
  toolbar?: (tools: PageTools<RowOfResource<R>, D>) => ReactNode
  /** Fields of the detail; all of the contract when left out, no detail at all when false. */
  detail?: readonly string[] | false
  /** What opening a row does instead of showing its page, such as following the link of a notice. */
  onOpen?: (row: RowOfResource<R>, tools: PageTools<RowOfResource<R>, D>) => void
  /** What comes to stand in the list, for as long as it is empty. */
  emptyText?: string
  /** Called after every action, for a part of a page whose other parts show what it changed. */
  onChanged?: () => void
  /** A part of the page's own in the detail. */
  inDetail?: (row: RowOfResource<R>, tools: PageTools<RowOfResource<R>, D>) => ReactNode
  /** Width of the detail in px. */
  detailWidth?: number
  /** Beside the list: dialogs of the page's own. */
  beside?: (tools: PageTools<RowOfResource<R>, D>) => ReactNode
  /** Between search and table. */
  above?: (tools: PageTools<RowOfResource<R>, D>) => ReactNode
  /**
   * Dialogs of the page's own for a row, by the names that `tools.show` takes. They belong to the page that shows them, so nothing
   * of them is kept beside it; `lazy` ones are loaded when they are first opened.
   */
  dialogs?: Record<D, ComponentType<PageDialog<RowOfResource<R>>>>
  /**
   * Verbs of a review: the detail of a row that waits for one of them has the review's bar, and when the row has gone on, the next one that
   * this person may decide on is opened. From the contract when left out: steps that are another person's than the writer's; false for none.
   */
  review?: readonly VerbOf<R>[] | false
  /**
   * After a step that the status machine leads back at once (`reverseOf`) a notice offers the way back for five seconds, where the row
   * allows it. Here the step is named that the machine does not show by itself; false where none may be offered.
   */
  undo?: { after: VerbOf<R>; by: VerbOf<R>; text: (row: RowOfResource<R>) => string } | false
  /** The call that brings a deleted row back, by its id and version: offered after deleting. */
  restore?: Call
  defaultSort?: { field: string; order: 'asc' | 'desc' }
  /** Filters that hold until another choice is made, as on a first visit. */
  defaultFilters?: Record<string, string>
  /** Filters that a part of the page sets by itself: they stand in the address and on no search form. */
  ownFilters?: readonly string[]
  /** Always sent with the list, never shown in the address. */
  fixed?: Record<string, unknown>
}

/** A row of any resource. */
export type AnyRow = Record<string, unknown> & { abilities: string[]; separated?: string[]; version: number }
