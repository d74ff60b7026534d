import { z } from 'zod'
import type { ViewName } from '../views'
import { body, call, done, pageOf, pageQuery, type Access, type Call } from './call'
import { asksFor } from './conditions'
import { flag, id, metaOf, ref, optionalText, version, withMeta } from './fields'
import { fileItem } from './files'
import { batchAnswer, batchRequest } from './batch'
import { importAnswer, importColumns, importMapping, importState } from './import'
import { personalFields, pi, plainAnswer } from './personal'
import { hasSeparate, type StatusIn, type StatusMachine, type VerbIn } from './status-machine'

type Shape = Record<string, z.ZodType>

/** What may be done to rows besides the steps of a status machine, such as ending sessions: to one of them or, by the batch call, to many. */
export interface RowActionDefinition {
  label: string
  access: Access
  /** Shown in the error colour. */
  danger?: true
  /** Carried out when its button is pressed, without a question, for it can do no harm: a notice that is marked read. A row that needs it no more counts as done. */
  atOnce?: true
  /** A call of its own carries it out, such as a download: the rows alone list it. */
  single?: true
}

interface Actions {
  read: Access
  insert?: Access
  update?: Access
  remove?: Access
  export?: Access
  /** Rows from a workbook; each is inserted, so `insert` is needed too. */
  import?: Access
  /** Further verbs on rows, that are neither steps of the status machine nor called `update` or `delete`. */
  actions?: Readonly<Record<string, RowActionDefinition>>
}

interface StatusField {
  field: string
  machine: { schema: z.ZodType; labels: object; transitions: readonly unknown[] }
}

export interface ResourceDefinition<F extends Shape, M extends Shape, Q extends Shape, K extends string, I extends string, A extends Actions, S extends StatusField | undefined> {
  /** Name of the entity in refs, audit rows and exports: `dict`. */
  name: string
  /** What one row is called: 字典. */
  label: string
  /** What the list is called as a file where that is more than the label: 会员名录. */
  fileTitle?: string
  /** Path before the calls' names: `/user/dict`. */
  base: `/${string}`
  /** Names of calls that are called otherwise than the entity would have them, as the specification fixes them: `{ list: 'getPostList' }`. */
  callNames?: CallNames
  /** Name of the id field: `dictId`. */
  id: I
  /** Fields that the form writes; rows have them too. */
  fields: F
  /** Further fields of a row, made by the server. */
  more?: M
  /** Filters of the list; `keyword` is searched where the server says. */
  filters?: Q
  sortable: readonly [K, ...K[]]
  /** menuLink of the list over which one of these rows opens; left out where they are only a part of another page. */
  view?: ViewName
  /** Three to five fields that tell most of a row: the head of its page, and its line in the lists of others. */
  facts?: readonly NoInfer<FieldName<F> | FieldName<M>>[]
  /** Fields of a row that the process tells as well, such as who reviewed it: the page leaves them out beside it. */
  told?: readonly NoInfer<FieldName<F> | FieldName<M>>[]
  /** Parts of the page by their titles, with their fields; those that stand in none come first. */
  groups?: Readonly<Record<string, readonly NoInfer<FieldName<F> | FieldName<M>>[]>>
  /** Who may do what; an action without access does not exist. */
  access: A
  /** Rows are only ever added, as in a log, or written by the system alone: they have no version. */
  appendOnly?: boolean
  /** Rows that have one of these values in a field go on by themselves: the list is read anew while it shows one, in the background. */
  refreshes?: { field: NoInfer<FieldName<F> | FieldName<M>>; while: readonly string[] }
  /** Rows are the caller's own, and nobody has to account for what is done to them: `actions` leave no audit row. */
  ownSettings?: boolean
  status?: S
}

interface CallNames {
  list?: string
  read?: string
  insert?: string
  update?: string
  remove?: string
}

type FieldName<T> = Extract<keyof T, string>
type ActionIn<A> = A extends { actions: infer X } ? FieldName<X> : never
type Id = z.ZodType<string, string>
type Version = z.ZodType<number, number>
type StatusShape<S> = S extends { field: infer N extends string; machine: { schema: infer Z extends z.ZodType } } ? { [P in N]: Z } : unknown
// A further field of a row stands in the place of the form's field of the same name.
type RowShape<F, M, I extends string, S> = Omit<F, keyof M> & M & { [P in I]: Id } & StatusShape<S> & { version: Version; abilities: z.ZodArray<z.ZodString>; separated: z.ZodOptional<z.ZodArray<z.ZodString>> }

/** What a resource's declaration says, as types: what `mountResource` and those who call a mounted resource are held to. */
export interface ResourceTypes<F extends Shape, Q extends Shape, K extends string, I extends string, A, S> {
  /** What the form writes. */
  fields: z.output<z.ZodObject<F>>
  /** The list's filters, without the keyword of lists that have one. */
  filters: z.output<z.ZodObject<Q>>
  sortable: K
  id: I
  status: S extends { machine: infer M } ? StatusIn<M> : never
  verb: (S extends { machine: infer M } ? VerbIn<M> : never) | ActionIn<A>
  action: ActionIn<A>
}

type When<A, D extends string, C> = A extends { [P in D]: Access } ? C : null

/** A resource as those see it that work with any. */
export interface AnyResource {
  readonly isResource: true
  /** Only its import is there: rows are listed, made and changed by calls of their own. */
  readonly importOnly?: true
  readonly definition: {
    name: string
    label: string
    fileTitle?: string
    base: string
    id: string
    fields: Shape
    filters?: Shape
    sortable: readonly string[]
    view?: ViewName
    facts?: readonly string[]
    told?: readonly string[]
    groups?: Readonly<Record<string, readonly string[]>>
    access: Actions
    appendOnly?: boolean
    refreshes?: { field: string; while: readonly string[] }
    ownSettings?: boolean
    status?: { field: string; machine: StatusMachine<string> }
  }
  /** Schema of a row. */
  row: z.ZodType
  list: Call
  read: Call
  insert: Call | null
  update: Call | null
  remove: Call | null
  /** One step of the status machine. */
  change: Call | null
  /** A verb of the status machine, an action of the resource's own, or `delete`, on many rows: chosen ones or all that a filter matches. */
  batch: Call | null
  exportRows: Call | null
  /** Personal fields of one row in plain text, logged each time; null when the rows have none. */
  plain: Call | null
  /** An empty workbook with the columns of the form. */
  importTemplate: Call | null
  /** Reads a workbook and tells what each row would do; nothing is written. */
  importColumns: Call | null
  importCheck: Call | null
  /** Writes a workbook that was checked: all its rows, or the good ones. */
  importWrite: Call | null
  /** How an import stands whose check or writing is a work. */
  importRead: Call | null
  /** The bad rows with their reasons, in the form of the template. */
  importErrors: Call | null
}

/** What a step asks for besides its reason, as its machine says (`Transition.input`). */
type StepInput = z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>
type BatchRequest = z.ZodObject<(typeof batchRequest)['shape'] & { input: StepInput }>

/** The calls of a resource with their types. An action that the definition gives no access to is null. */
export interface Resource<F extends Shape, M extends Shape, Q extends Shape, K extends string, I extends string, A extends Actions, S extends StatusField | undefined> extends AnyResource {
  /** For the compiler alone; there is no such property at run time. */
  readonly types?: ResourceTypes<F, Q, K, I, A, S>
  row: z.ZodObject<RowShape<F, M, I, S>>
  list: Call<ReturnType<typeof pageQuery<Q, K>>, z.ZodObject<{ items: z.ZodArray<z.ZodObject<RowShape<F, M, I, S>>>; total: z.ZodNumber; more: z.ZodOptional<z.ZodBoolean> }>>
  read: Call<z.ZodObject<{ [P in I]: Id }>, z.ZodObject<RowShape<F, M, I, S>>>
  insert: When<A, 'insert', Call<z.ZodObject<F>, z.ZodObject<{ [P in I]: Id }>>>
  update: When<A, 'update', Call<z.ZodObject<F & { [P in I]: Id } & { version: Version }>, z.ZodObject<{ version: Version }>>>
  remove: When<A, 'remove', Call<z.ZodObject<{ [P in I]: Id } & { version: Version }>, typeof done>>
  change: S extends StatusField ? Call<z.ZodObject<{ [P in I]: Id } & { version: Version; verb: z.ZodString; reason: z.ZodOptional<z.ZodNullable<z.ZodString>>; input: StepInput }>, z.ZodObject<StatusShape<S> & { version: Version } & Shape>> : null
  batch: S extends StatusField ? Call<BatchRequest, typeof batchAnswer> : A extends { actions: object } | { remove: Access } ? Call<BatchRequest, typeof batchAnswer> : null
  exportRows: When<A, 'export', Call<z.ZodObject<Q & { ids: z.ZodOptional<z.ZodArray<z.ZodString>>; columns: z.ZodOptional<z.ZodArray<z.ZodString>>; reason: z.ZodOptional<z.ZodNullable<z.ZodString>>; sort: z.ZodOptional<z.ZodObject<{ field: z.ZodType<K, K>; order: z.ZodEnum<{ asc: 'asc'; desc: 'desc' }> }>> }>, z.ZodUnknown>>
  plain: Call<z.ZodObject<{ [P in I]: Id } & { fields: z.ZodArray<z.ZodString> }>, typeof plainAnswer> | null
  importTemplate: When<A, 'import', Call<z.ZodObject<Record<never, never>>, z.ZodUnknown>>
  importColumns: When<A, 'import', Call<z.ZodObject<Record<never, never>>, typeof importColumns>>
  importCheck: When<A, 'import', Call<z.ZodObject<{ mapping: z.ZodOptional<typeof importMapping> }>, typeof importState>>
  importWrite: When<A, 'import', Call<z.ZodObject<{ importId: Id; mode: z.ZodEnum<{ all: 'all'; good: 'good' }>; confirmed: z.ZodOptional<z.ZodBoolean> }>, typeof importAnswer>>
  importRead: When<A, 'import', Call<z.ZodObject<{ importId: Id }>, typeof importState>>
  importErrors: When<A, 'import', Call<z.ZodObject<{ importId: Id }>, z.ZodUnknown>>
}

type Untyped = Record<string, unknown>
type Types<R extends AnyResource> = R extends { readonly types?: infer T } ? NonNullable<T> : unknown

/** A stored row of a resource, as its contract names the fields. Of a resource that is not known: any fields. */
export type RowOf<R extends AnyResource> = unknown extends z.output<R['row']> ? Untyped : z.output<R['row']>
/** What a resource's form writes. */
export type FieldsOf<R extends AnyResource> = Types<R> extends { fields: infer F } ? F : Untyped
/** Filters of a resource's list. */
export type FiltersOf<R extends AnyResource> = Types<R> extends { filters: infer Q } ? Q : Untyped
/** Fields by which a resource's list is put in order. */
export type SortableOf<R extends AnyResource> = Types<R> extends { sortable: infer K extends string } ? K : string
/** Statuses of a resource; never where it has none. */
export type StatusOf<R extends AnyResource> = Types<R> extends { status: infer S extends string } ? S : string
/** Verbs of a resource's status machine and of its own actions; never where it has none. */
export type VerbOf<R extends AnyResource> = Types<R> extends { verb: infer V extends string } ? V : string
/** A resource's own actions; never where it has none. */
export type ActionOf<R extends AnyResource> = Types<R> extends { action: infer V extends string } ? V : string

/** Rows with personal data that are exported without saying why. */
export const EXPORT_REASON_ABOVE = 1000

/**
 * Declares a resource once: its row, list, form, actions, export and batch, as calls that browser, server and
 * tests read. The server carries it out with `mountResource`, the browser shows it with `resourcePage`.
 */
export function resource<
  F extends Shape,
  I extends string,
  K extends string,
  const A extends Actions,
  M extends Shape = Record<never, never>,
  Q extends Shape = Record<never, never>,
  const S extends StatusField | undefined = undefined,
>(definition: ResourceDefinition<F, M, Q, K, I, A, S>): Resource<F, M, Q, K, I, A, S> {
  const { name, label, base, fields, sortable, callNames = {} } = definition
  const access: Actions = definition.access
  const status = definition.status as unknown as AnyResource['definition']['status']
  const Name = name.charAt(0).toUpperCase() + name.slice(1)
  const own = { [definition.id]: ref(label, name) }
  const statusField: Shape = status ? { [status.field]: withMeta(status.machine.schema as unknown as z.ZodType, {}) } : {}
  const row = z.object({
    [definition.id]: id(),
    ...asRow(fields),
    ...asRow(definition.more ?? {}, false),
    ...statusField,
    ...(definition.appendOnly ? {} : { version: version() }),
    abilities: z.array(z.string()),
    // Verbs that this person could use, were the record not of their own making: somebody else's (status-machine.ts).
    ...(status && hasSeparate(status.machine) ? { separated: z.array(z.string()).optional() } : {}),
  } as Shape)
  const personal = personalFields(row)
  // Which of them a step asks for is checked where it is carried out; here each is what it says, and ids among them are checked as everywhere.
  const given = { input: z.strictObject(Object.assign({}, ...(status?.machine.transitions.map((t) => t.input) ?? [])) as Shape).partial().optional() }
  const filters: Shape = definition.filters ?? {}
  const query = pageQuery(filters, sortable)
  const action = (given: Access | undefined, path: string, title: string, request: z.ZodType, response: z.ZodType, more: object = { write: true }) =>
    given ? call({ path: `${base}/${path}`, title, access: given, request, response, ...more }) : null
  return {
    isResource: true,
    definition,
    row,
    list: call({ path: `${base}/${callNames.list ?? `select${Name}ByPage`}`, title: `分页查询${label}`, access: access.read, request: query, response: pageOf(row), ...(definition.refreshes ? { background: true } : {}) }),
    read: call({ path: `${base}/${callNames.read ?? `select${Name}`}`, title: `查看${label}`, access: access.read, request: body(own), response: row }),
    insert: action(access.insert, callNames.insert ?? `insert${Name}`, `新增${label}`, asksFor(body(fields)), z.object({ [definition.id]: id() })),
    update: action(access.update, callNames.update ?? `update${Name}`, `修改${label}`, asksFor(body({ ...own, version: version(), ...asChange(fields) })), z.object({ version: version() })),
    remove: action(access.remove, callNames.remove ?? `delete${Name}`, `删除${label}`, body({ ...own, version: version() }), done),
    change: status
      ? call({
          path: `${base}/change${Name}Status`,
          title: `变更${label}状态`,
          // Each step of the machine has a permit of its own, which the server checks.
          access: access.read,
          write: true,
          request: body({ ...own, version: version(), verb: z.enum(verbsOf(status.machine)), reason: optionalText('原因', 500), ...given }),
          response: z.object({ [status.field]: status.machine.schema as unknown as z.ZodType, version: version() }),
        })
      : null,
    batch:
      status || access.remove || access.actions
        ? call({ path: `${base}/batch${Name}`, title: `批量处理${label}`, access: access.read, write: true, request: batchRequest.extend(given), response: batchAnswer, ...(definition.ownSettings ? { ownSettings: true } : {}) })
        : null,
    exportRows: action(
      access.export,
      `export${Name}`,
      `导出${label}`,
      body({
        ...filters,
        sort: z.strictObject({ field: z.enum(sortable), order: z.enum(['asc', 'desc']) }).optional(),
        ids: z.array(id()).max(5000).optional(),
        columns: z.array(z.string().max(60)).min(1).max(100).optional(),
        // Asked for above EXPORT_REASON_ABOVE rows of personal data.
        reason: optionalText('导出原因', 200),
      }),
      z.unknown(),
      { blob: true },
    ),
    plain: personal.length > 0 ? call({ path: `${base}/select${Name}Plain`, title: `查看${label}明文`, access: pi('plain:view'), request: body({ ...own, fields: z.array(z.enum(personal as [string])).min(1) }), response: plainAnswer, reveals: true }) : null,
    importTemplate: action(access.import, `download${Name}Template`, `下载${label}导入模板`, body({}), z.unknown(), { blob: true }),
    importColumns: action(access.import, `read${Name}ImportColumns`, `读取${label}导入文件的列`, body({}), importColumns, { multipart: true }),
    importCheck: action(access.import, `check${Name}Import`, `检查${label}导入文件`, body({ mapping: importMapping.optional() }), importState, { write: true, multipart: true }),
    importWrite: action(access.import, `write${Name}Import`, `导入${label}`, body({ importId: ref('导入', 'resourceImport'), mode: z.enum(['all', 'good']), confirmed: flag('已确认').optional() }), importAnswer),
    // Own imports only; whose it is, is checked where it is read.
    importRead: action(access.import, `select${Name}Import`, `查询${label}导入`, body({ importId: ref('导入', 'resourceImport') }), importState, { background: true }),
    importErrors: action(access.import, `download${Name}ImportErrors`, `下载${label}导入错误`, body({ importId: ref('导入', 'resourceImport') }), z.unknown(), { blob: true }),
  } as unknown as Resource<F, M, Q, K, I, A, S>
}

const verbsOf = (machine: StatusMachine<string>) => [...new Set(machine.transitions.map((t) => t.verb))] as [string, ...string[]]

// A row tells what is stored: a field that may be left out of the form is null there, and no rule of the form is applied
// again; personal data stands there masked.
function asRow(fields: Shape, forms = true): Shape {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const meta = metaOf(field)
      if (meta.personal) return [key, withMeta(z.string().nullish(), meta)]
      // However many the form asks for: what was destroyed holds none.
      if (meta.files) return [key, withMeta(z.array(fileItem), meta)]
      return [key, forms && (field.safeParse(undefined).success || field.safeParse(null).success) ? field.nullish() : field]
    }),
  )
}

// A form shows personal data masked; what is left untouched in it is left out, and stays as it is stored.
const asChange = (fields: Shape): Shape => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, metaOf(field).personal ? field.optional() : field]))

export const isResource = (value: unknown): value is AnyResource => typeof value === 'object' && value !== null && (value as { isResource?: unknown }).isResource === true

/** The calls that a resource has. */
export const callsOf = (r: AnyResource): Call[] => (r.importOnly ? importCalls(r) : [...ownCalls(r), ...importCalls(r)])

const isCallThere = (c: Call | null): c is Call => c !== null
const importCalls = (r: AnyResource): Call[] => [r.importTemplate, r.importColumns, r.importCheck, r.importWrite, r.importRead, r.importErrors].filter(isCallThere)
const ownCalls = (r: AnyResource): Call[] => [r.list, r.read, r.insert, r.update, r.remove, r.change, r.batch, r.exportRows, r.plain].filter(isCallThere)
