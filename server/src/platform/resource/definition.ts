import { masked, type ActionOf, type AnyResource, type FieldsOf, type FiltersOf, type PermitCode, type PersonalKind, type RowOf, type SortableOf, type StatusOf, type Transition, type VerbOf, type ViewName } from '@assoc/contract'
import type { Call } from '@assoc/contract'
import type { RawBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Entity, ScopeColumns } from '../access/entities'
import type { Principal } from '../access/principal'
import type { AuditEntry } from '../audit/audit'
import type { Db } from '../database/database'
import type { Tables } from '../database/tables'
import type { Refusal } from '../errors'
import type { Context } from '../http/context'
import type { Platform } from '../platform'
import type { SearchedNumber } from '../search/personal'
import type { RowQuery } from './rows.repository'

/** A row of a resource that is not known: how the platform sees it. A module has `RowOf` of its contract. */
export type Row = Record<string, unknown>
/** Names of a row's fields. */
type FieldOf<R extends AnyResource> = keyof RowOf<R> & string
/** What an insert writes: the form's fields, and others of the row and `internal` ones that a rule fills in. */
export type Inserted<R extends AnyResource, H extends string = never> = FieldsOf<R> & Partial<RowOf<R>> & { [P in H]?: unknown }
/** What a change writes: some of the fields of an insert. */
export type Updated<R extends AnyResource, H extends string = never> = Partial<Inserted<R, H>>
/** Columns of a table; any name of a table that is not declared. */
type ColumnOf<T extends string> = T extends keyof Tables ? keyof Tables[T] & string : string
/** What a person may want to do to a row. */
export type ActionVerb<R extends AnyResource> = VerbOf<R> | 'insert' | 'update' | 'delete'
export type Action = Context<Call>

/** Rows in a status that wait for whoever holds the permit. */
/** A record that a text means, and what tells it from others that the same text means. */
export interface NamedRecord {
  id: string
  label: string
}

export interface ResourceTodo<S extends string = string> {
  /** 待审核的信息变更 */
  label: string
  status: S
  permit: PermitCode
  /** View of the list, where it is not the resource's own; it is opened with the status as its filter. */
  view?: ViewName
}

/** Rows of a resource that are not settled and bear a person: they go to the successor of whoever leaves. */
export interface OpenRows<S extends string = string, F extends string = string, C extends string = string> {
  /** 未办结的会费减免 */
  label: string
  /** Order in the form of leaving. */
  order: number
  /** Statuses in which somebody still has to see to it. */
  open: readonly S[]
  /** Statuses with a way out that are nobody's work: what was done stays with who did it. */
  settled?: readonly S[]
  /** View of the list, where it is not the resource's own. */
  view?: ViewName
  /** Columns of whom it belongs to; `createdBy` when left out. */
  owners?: readonly C[]
  /** Columns of people who have decided on it: none of them may become who asked for it. */
  deciders?: { readonly [P in C]?: string }
  /** Field by which a row is called, and found in the list; its business number when left out. */
  name?: F
}

/** What a keyword is searched for: where, and whether all that it finds are counted or a page of them is read. */
export interface Search {
  db: Db
  counting: boolean
}

/**
 * A list whose plans take more than its conditions: its statements stand in the area's repository. They keep to data scope and
 * filters by themselves, and answer rows by the contract's names, of `wanted` fields alone where some are named.
 */
export interface ListStatements {
  page(db: Db, principal: Principal, query: RowQuery, limit: number, offset: number, wanted?: readonly string[]): Promise<Row[]>
  /** With `most`, counts no further than one beyond it. */
  count(db: Db, principal: Principal, query: RowQuery, most?: number): Promise<number>
  /** All rows in their order, to be read part by part. */
  all(db: Db, principal: Principal, query: RowQuery, wanted?: readonly string[]): Promise<RawBuilder<Row>>
  /** Ids in their own order, after one of them. */
  idsAfter(db: Db, principal: Principal, query: RowQuery, after: string, limit: number): Promise<string[]>
  /** Plans of a page and of the count, for the tests. */
  explain(db: Db, principal: Principal, query: RowQuery): Promise<string[]>
}

/** The column of a row's business number, with an index, and the capital letters that it begins with. */
export interface BusinessNumber<C extends string = string> {
  column: C
  prefix: string
}

/** What the server adds to a resource of the contract. Everything that is left out works by the names of the contract, whose fields, statuses and verbs are the only ones taken. */
export interface ResourceOptions<R extends AnyResource = AnyResource, T extends string = string, H extends string = never> {
  table: T
  /** Column of a field where it is not the field's name in snake_case. */
  columns?: { [P in FieldOf<R> | (keyof FiltersOf<R> & string) | H]?: ColumnOf<T> }
  /** Fields that the rules fill in and the table keeps, and that the contract tells nobody of. */
  internal?: readonly H[]
  /** Expressions for fields that are no column of the table; the table is called `t`. */
  computed?: { [P in FieldOf<R>]?: RawBuilder<unknown> }
  /** The same for fields that depend on who reads, such as which session is one's own. */
  seenBy?: { [P in FieldOf<R>]?: (principal: Principal) => RawBuilder<unknown> }
  /** What of it goes to the successor of somebody who leaves. */
  handover?: OpenRows<StatusOf<R>, FieldOf<R>, ColumnOf<T>>
  /** Fills in what no statement tells, such as what follows from the contract or from who asks: into the rows of a page, of an export or the one that is read. Such fields are computed as nothing. */
  present?(rows: readonly RowOf<R>[], asked: Pick<Action, 'db' | 'platform' | 'principal'>): Promise<RowOf<R>[]>
  /** Fields kept as JSON. */
  json?: readonly (FieldOf<R> | H)[]
  /** Module and columns of the data scope; without them every row is seen by whoever may read. */
  module?: string
  scope?: ScopeColumns<ColumnOf<T>>
  /** A further limit of what a person sees, as of an entity. */
  rowFilter?: Entity['rowFilter']
  /** What of the rows is listed, exported and meant by a filter, by the settings as they hold now; others are read by their id. The table is called `t`. */
  listed?(platform: Platform): Promise<RawBuilder<SqlBool>>
  /** Rows that count as not there, as a condition on the bare table. */
  deleted?: RawBuilder<SqlBool>
  /** Deleting marks this column instead of taking the row away. */
  softDelete?: ColumnOf<T>
  /** Columns that a keyword is searched in. With `grams` the table has `search_grams`, made of the same columns, with an index. With `where` it is searched in another table as well. A keyword that begins a business number of the rows is looked up by that alone: hundreds begin alike, and their grams would find thousands. Personal numbers among the columns, and those of `numbers`, are found by their whole alone. */
  keyword?: ({ columns: readonly ColumnOf<T>[]; grams?: boolean } | { where: (keyword: string, search: Search) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>> }) & { number?: BusinessNumber<ColumnOf<T>>; numbers?: readonly ColumnOf<T>[] }
  /** Statements of the list in the place of those that are made of these options. */
  statements?: ListStatements
  /** Conditions of filters that are not "column equals value"; some depend on who reads, such as what is one's own. */
  filters?: { [P in keyof FiltersOf<R>]?: (value: NonNullable<FiltersOf<R>[P]>, principal: Principal) => RawBuilder<SqlBool> }
  /** Order when the person has chosen none. */
  order: { field: SortableOf<R> | FieldOf<R>; direction: 'asc' | 'desc' }
  /** Sentence at the field for a broken constraint, by its name. */
  constraints?: Record<string, () => Refusal>
  /** Who may fetch the files of the rows as they were uploaded, where that is not everybody who may read a row: the area gives them out by a call of its own. */
  originals?: PermitCode
  /** What a row is called in messages; the first text field when left out. */
  nameOf?(row: RowOf<R>): string
  /**
   * The records that a number or name in a cell of an import means, where it takes more than the fields that lookups name them by (`named`),
   * such as what they were called before. Within the person's data scope, whatever resource the cell belongs to. `beside` is what the other
   * cells of the row have said so far.
   */
  named?(db: Db, principal: Principal, text: string, beside: Row): Promise<readonly NamedRecord[]>
  /** Text by which the rows of an import are put in order before they are written, where one row may be the ground of another. */
  importOrder?(fields: FieldsOf<R>): string
  /** Inserts the rows of an import with their audit rows, in the place of the kit, one or many by one call; what it throws is taken for each of them until they are tried one by one. */
  importRows?(action: Action, rows: readonly FieldsOf<R>[]): Promise<void>
  /**
   * What whoever imports is asked before anything is written, by the values that the good rows have in a field: a sentence, or null. The
   * writing is refused until they have said yes.
   */
  importAsks?: { field: string; ask(db: Db, values: readonly string[]): Promise<string | null> }
  /** Columns that only the export has, always in the file: the row's schema with them, and what fills them for the rows read. */
  exportAs?: { row: z.ZodType; always: readonly string[]; fill(db: Db, rows: RowOf<R>[], principal: Principal): Promise<Row[]>; /** Words for the values of filters that stand for something, where the contract has no labels of theirs. */ filterWords?: Readonly<Record<string, (value: string) => string>> }
  /** Column that gets the maker's id, where there is one. */
  createdBy?: ColumnOf<T>
  /** Further entries of `acted_by` that stand elsewhere, as an array of text, such as those who decided on its lines; the table is called `t`. */
  actedBy?: RawBuilder<unknown>
  /** Column that gets the maker's department, for the data scope. */
  deptOfMaker?: ColumnOf<T>
  /** Column that gets the id of whoever wrote the row last. */
  changedBy?: ColumnOf<T>
  /** Column that tells when a row was last changed. */
  changedAt?: ColumnOf<T>
  /**
   * Personal fields that are kept encrypted: the columns of the encrypted text and of its blind index, which a unique constraint may stand
   * on. The field's own column holds the masked value, so that lists open nothing.
   */
  encrypted?: { [P in keyof FieldsOf<R>]?: { text: ColumnOf<T>; blindIndex: ColumnOf<T> } }
  /** What of it stands on the home page of those who may do it. */
  todos?: readonly ResourceTodo<StatusOf<R>>[]
  /** Columns derived from the written fields, such as a search text. */
  derive?(fields: Updated<R, H>): { [P in ColumnOf<T>]?: unknown }
  /** Takes away actions that this row, or this person on this row, does not have: false, or the sentence that tells them why. */
  may?(principal: Principal, row: RowOf<R>, verb: ActionVerb<R>): boolean | string
  /** The contract's own actions on one row; each throws its refusal, and answers what the log tells of it besides who and when. */
  actions?: { [P in ActionOf<R>]?: (action: Action, row: RowOf<R>) => Promise<Pick<AuditEntry, 'before' | 'after'> | void> }
  /** Rules before an action; they throw the refusal. */
  before?: {
    insert?(action: Action, fields: Inserted<R, H>): Promise<void> | void
    update?(action: Action, row: RowOf<R>, fields: Updated<R, H>): Promise<void> | void
    remove?(action: Action, row: RowOf<R>): Promise<void> | void
    /** `row` is as the step writes it, `input` what the step was given (`givenTo` types it). */
    change?(action: Action, row: RowOf<R>, step: Transition<StatusOf<R>, VerbOf<R>>, input: Row): Promise<void> | void
  }
  /** What follows an action in the same transaction. */
  after?: {
    insert?(action: Action, id: string, fields: Inserted<R, H>): Promise<void> | void
    update?(action: Action, row: RowOf<R>, fields: Updated<R, H>): Promise<void> | void
    remove?(action: Action, row: RowOf<R>): Promise<void> | void
    change?(action: Action, row: RowOf<R>, step: Transition<StatusOf<R>, VerbOf<R>>, reason: string | null, input: Row): Promise<void> | void
  }
}

/** The view of a list of its rows: one that is said, or the resource's own by the contract. */
export function viewOf({ contract }: Pick<ResourceRuntime, 'contract'>, said: ViewName | undefined): ViewName {
  const view = said ?? contract.definition.view
  if (!view) throw new Error(`${contract.definition.name} stands in no view`)
  return view
}

/** Rows with what the resource fills in. */
export const presented = async (m: ResourceRuntime, asked: Pick<Action, 'db' | 'platform' | 'principal'>, rows: Row[]): Promise<Row[]> => (m.options.present ? m.options.present(rows, asked) : rows)

/** The version of a row that was read. */
// untyped: every resource but an append-only one has this field, whatever else its row has
export const versionOf = (row: Row): number => row['version'] as number

/** Whether a column holds personal data, by the contract. */
export const isPersonal = (m: ResourceRuntime, column: string): boolean => m.personal.some(([field]) => m.columnOf(field) === column)

/** Columns of personal numbers that a keyword may name whole. */
export function searchedNumbers(m: ResourceRuntime): { column: string; kind: SearchedNumber }[] {
  const { keyword } = m.options
  const named = [...(keyword && 'columns' in keyword ? keyword.columns : []), ...(keyword?.numbers ?? [])]
  return m.personal.flatMap(([field, kind]): { column: string; kind: SearchedNumber }[] => {
    const column = m.columnOf(field)
    if (!named.includes(column)) return []
    const blindIndex = m.options.encrypted?.[field]?.blindIndex
    if (kind === 'idCard') return blindIndex ? [{ column: blindIndex, kind }] : []
    return kind === 'mobile' || kind === 'email' || kind === 'contact' ? [{ column, kind }] : []
  })
}

/** What a batch, an import or a conflict tells of a row holds no personal data in plain text. */
export function maskedRow(m: ResourceRuntime, row: Row): Row {
  if (m.personal.length === 0) return row
  return { ...row, ...Object.fromEntries(m.personal.filter(([field]) => field in row).map(([field, kind]) => [field, masked(kind, row[field] as string | null)])) }
}

/** A resource with all that carrying it out needs. Its options are those of any resource: what they name was checked where it was mounted. */
export interface ResourceRuntime<R extends AnyResource = AnyResource> {
  contract: R
  options: ResourceOptions
  entity: Entity
  idField: string
  idColumn: string
  columnOf: (field: string) => string
  nameOf: (row: Row) => string
  /** Steps of its machine are another person's than the writer's: the table has the column `acted_by` (acted-by.ts). */
  separated: boolean
  /** Fields that hold JSON, such as files. */
  json: ReadonlySet<string>
  /** Personal fields of a row with their kinds. */
  personal: [string, PersonalKind][]
}

export const snake = (field: string): string => field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
