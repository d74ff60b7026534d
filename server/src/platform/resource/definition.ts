import { masked, type AnyResource, type PermitCode, type PersonalKind, type Transition } from '@assoc/contract'
import type { Call } from '@assoc/contract'
import type { RawBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Entity, ScopeColumns } from '../access/entities'
import type { Who } from '../access/who'
import type { Db } from '../database/database'
import type { Refusal } from '../errors'
import type { Context } from '../http/context'
import type { SearchedNumber } from '../search/personal'

/** A row as the contract names its fields. */
export type Row = Record<string, unknown>
export type Deed = Context<Call>

/** Rows in a status that wait for whoever holds the permit. */
export interface ResourceTodo {
  /** 待审核的信息变更 */
  label: string
  status: string
  permit: PermitCode
  /** Path of the list; it is opened with the status as its filter. */
  page: string
}

/** Rows of a resource that are not settled and bear a person: they go to the successor of whoever leaves. */
export interface OpenRows {
  /** 未办结的会费减免 */
  label: string
  /** Order in the form of leaving. */
  order: number
  /** Statuses in which somebody still has to see to it. */
  open: readonly string[]
  /** Statuses with a way out that are nobody's work: what was done stays with who did it. */
  settled?: readonly string[]
  /** Path of the list. */
  page: string
  /** Columns of whom it belongs to; `createdBy` when left out. */
  owners?: readonly string[]
  /** Columns of people who have decided on it: none of them may become who asked for it. */
  deciders?: Readonly<Record<string, string>>
  /** Field by which a row is called, and found in the list; its business number when left out. */
  name?: string
}

/** What a keyword is searched for: where, and whether all that it finds are counted or a page of them is read. */
export interface Search {
  db: Db
  counting: boolean
}

/** The column of a row's business number, with an index, and the capital letters that it begins with. */
export interface BusinessNumber {
  column: string
  prefix: string
}

/** What the server adds to a resource of the contract. Everything that is left out works by the names of the contract. */
export interface ResourceOptions {
  table: string
  /** Column of a field where it is not the field's name in snake_case. */
  columns?: Record<string, string>
  /** Expressions for fields that are no column of the table; the table is called `t`. */
  computed?: Record<string, RawBuilder<unknown>>
  /** What of it goes to the successor of somebody who leaves. */
  handover?: OpenRows
  /** Fields kept as JSON. */
  json?: readonly string[]
  /** Module and columns of the data scope; without them every row is seen by whoever may read. */
  module?: string
  scope?: ScopeColumns
  /** A further limit of what a person sees, as of an entity. */
  within?: Entity['within']
  /** Rows that count as not there, as a condition on the bare table. */
  gone?: RawBuilder<SqlBool>
  /** Deleting marks this column instead of taking the row away. */
  softDelete?: string
  /** Columns that a keyword is searched in. With `grams` the table has `search_grams`, made of the same columns, with an index. With `where` it is searched in another table as well. A keyword that begins a business number of the rows is looked up by that alone: hundreds begin alike, and their grams would find thousands. Personal numbers among the columns, and those of `numbers`, are found by their whole alone. */
  keyword?: ({ columns: readonly string[]; grams?: boolean } | { where: (keyword: string, search: Search) => RawBuilder<SqlBool> | Promise<RawBuilder<SqlBool>> }) & { number?: BusinessNumber; numbers?: readonly string[] }
  /** Conditions of filters that are not "column equals value". */
  filters?: Record<string, (value: never) => RawBuilder<SqlBool>>
  /** Order when the person has chosen none. */
  order: { field: string; direction: 'asc' | 'desc' }
  /** Sentence at the field for a broken constraint, by its name. */
  constraints?: Record<string, () => Refusal>
  /** What a row is called in messages; the first text field when left out. */
  nameOf?: (row: Row) => string
  /** Finds the record that a cell of an import names, for fields that refer to one; null when there is none. */
  importRefs?: Record<string, (deed: Deed, text: string) => Promise<string | null>>
  /** Text by which the rows of an import are put in order before they are written, where one row may be the ground of another. */
  importOrder?: (fields: Row) => string
  /** Columns that only the export has, always in the file: the row's schema with them, and what fills them for the rows read. */
  exportAs?: { row: z.ZodType; always: readonly string[]; fill: (db: Db, rows: Row[]) => Promise<Row[]> }
  /** Column that gets the maker's id, where there is one. */
  createdBy?: string
  /** Further entries of `acted_by` that stand elsewhere, as an array of text, such as those who decided on its lines; the table is called `t`. */
  actedBy?: RawBuilder<unknown>
  /** Column that gets the maker's department, for the data scope. */
  deptOfMaker?: string
  /** Column that tells when a row was last changed. */
  changedAt?: string
  /**
   * Personal fields that are kept sealed: the columns of the sealed text and of its print, which a unique constraint may stand
   * on. The field's own column holds the masked value, so that lists open nothing.
   */
  sealed?: Record<string, { text: string; print: string }>
  /** What of it stands on the home page of those who may do it. */
  todos?: readonly ResourceTodo[]
  /** Columns derived from the written fields, such as a search text. */
  derive?: (fields: Row) => Record<string, unknown>
  /** Takes away deeds that this row, or this person on this row, does not have: false, or the sentence that tells her why. */
  may?: (who: Who, row: Row, verb: string) => boolean | string
  /** Rules before a deed; they throw the refusal. */
  before?: {
    insert?: (deed: Deed, fields: Row) => Promise<void> | void
    update?: (deed: Deed, row: Row, fields: Row) => Promise<void> | void
    remove?: (deed: Deed, row: Row) => Promise<void> | void
    change?: (deed: Deed, row: Row, step: Transition<string>) => Promise<void> | void
  }
  /** What follows a deed in the same transaction. */
  after?: {
    insert?: (deed: Deed, id: string, fields: Row) => Promise<void> | void
    update?: (deed: Deed, row: Row, fields: Row) => Promise<void> | void
    remove?: (deed: Deed, row: Row) => Promise<void> | void
    change?: (deed: Deed, row: Row, step: Transition<string>) => Promise<void> | void
  }
}

/** Whether a column holds personal data, by the contract. */
export const isPersonal = (m: Mounted, column: string): boolean => m.personal.some(([field]) => m.columnOf(field) === column)

/** Columns of personal numbers that a keyword may name whole. */
export function searchedNumbers(m: Mounted): { column: string; kind: SearchedNumber }[] {
  const { keyword } = m.options
  const named = [...(keyword && 'columns' in keyword ? keyword.columns : []), ...(keyword?.numbers ?? [])]
  return m.personal.flatMap(([field, kind]) => (named.includes(m.columnOf(field)) && (kind === 'mobile' || kind === 'email') ? [{ column: m.columnOf(field), kind }] : []))
}

/** What a batch, an import or a conflict tells of a row holds no personal data in plain text. */
export function maskedRow(m: Mounted, row: Row): Row {
  if (m.personal.length === 0) return row
  return { ...row, ...Object.fromEntries(m.personal.filter(([field]) => field in row).map(([field, kind]) => [field, masked(kind, row[field] as string | null)])) }
}

/** A resource with all that carrying it out needs. */
export interface Mounted {
  contract: AnyResource
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
