import type { Call, RequestOf, ResponseOf } from './call'

/**
 * How a record is chosen that a field refers to: in which list, by which label. Forms, search forms, imports and details read it
 * from the field (`ref(label, lookup)`), so that no view has code for it. It stands in `<area>/lookups.ts`.
 */
export interface Lookup {
  /** Name of the entity in refs. */
  entity: string
  /** The list that it is chosen from: a page of rows, or all of them. Comes when somebody looks, so that a form brings no contract but its own. */
  list: () => Promise<Call>
  /** Reads one by its id, for one that is chosen already and that no row names; left out where `few` are all read anyway. */
  read?: () => Promise<Call>
  /** Field of the id in the list's rows, and in the request of `read`. */
  id: string
  /** Fields of a row that name it, in their order. */
  label: readonly string[]
  /** What can be typed: 输入会员编号、名称或代码. */
  hint: string
  /** Filter that takes what is typed; `keyword` unless it says otherwise. */
  keyword?: string
  /** Filter that is always sent. */
  filter?: Readonly<Record<string, unknown>>
  /** Filters that follow another field of the same form, as `{ filter: field }`: nothing is offered before that is chosen, and a choice goes with it. */
  of?: Readonly<Record<string, string>>
  /** So few that all are offered at once; what is typed narrows them in the browser. */
  few?: boolean
  /** Field of the parent's id: they are offered as a tree. */
  tree?: string
  /** Fields by which a cell of an import names one, such as number and name; the first one is unique. */
  named?: readonly string[]
  /** menuLink of the view that shows one by `?record=`. */
  view?: string
}

type RowOf<C extends Call> = ResponseOf<C> extends { items: (infer T)[] } ? T : ResponseOf<C> extends (infer T)[] ? T : never
type Field<C extends Call> = Extract<keyof RowOf<C>, string>

/** What a lookup in the list `C` is checked against: `{ ... } satisfies LookupOf<typeof selectCompanyByPage>`. */
export interface LookupOf<C extends Call> extends Lookup {
  id: Field<C>
  label: readonly Field<C>[]
  named?: readonly Field<C>[]
  filter?: Partial<RequestOf<C>> & Readonly<Record<string, unknown>>
  of?: Readonly<Partial<Record<Extract<keyof RequestOf<C>, string>, string>>> & Readonly<Record<string, string>>
}
