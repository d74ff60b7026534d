import type { Db } from '../database/database'

// What the console holds about people, as each area says it: how the rows of one person are found, what becomes of them when the person
// is erased, what stays and by which law. A test demands that every column with personal data stands here, or says why not.

/** Stands in the place of a name that was erased. */
export const NEUTRAL_NAME = '已注销用户'
/** Begins what stands in the place of a number that may not be empty; the row's id follows, for such columns are unique. */
export const MARK = '已注销-'
/** Stands for a name or number that was erased within a text; no longer than any of them, for texts have limits. */
export const IN_TEXT = '＊＊'

/**
 * What becomes of a column: `name` bears the neutral name, `mark` a mark with the row's id, `sealed` the neutral name encrypted, `files` no
 * file any more (their bytes go as well), `keep` what it bears.
 */
export type Erasing = 'name' | 'null' | 'empty' | 'mark' | 'sealed' | 'array' | 'list' | 'object' | 'files' | 'keep'

/** Columns by which the rows of a person are found. A number finds only rows that also bear one of their names, where rows bear names. */
export interface PersonKeys {
  user?: string
  mobile?: string
  email?: string
  /** A mobile number or a mail address, whichever it is. */
  contact?: string
  /** The print of an ID number. */
  print?: string
  name?: string
  /** Rows that bear nothing but a name are found by it. */
  nameAlone?: true
}

/** Rows of somebody who was not taken: they are erased when the months have gone by. */
export interface Refused {
  column: string
  statuses: readonly string[]
  since: string
}

export interface PersonalTable {
  table: string
  /** A column that tells the rows of the table apart. */
  id: string
  label: string
  /** What the workbook of a person calls its sheet. */
  group: string
  order: number
  by: PersonKeys
  /** Records that a request may name, by this name; `source` is how links between accounts and records call it. */
  record?: { name: string; source?: string }
  /** Columns with personal data: what people call them, and what becomes of them. */
  columns: Readonly<Record<string, readonly [label: string, erasing: Erasing]>>
  /** Further columns that the person is told of. */
  told?: Readonly<Record<string, string>>
  /** Column of an encrypted text, and the column that shows it masked. */
  sealed?: { text: string; shown: string }
  fate: 'erase' | 'delete' | 'keep'
  /** Why rows are kept, and until when. */
  basis?: string
  until?: string
  refused?: Refused
}

export interface Person {
  names: Set<string>
  mobiles: Set<string>
  emails: Set<string>
  prints: Set<string>
  /** ID numbers in plain text, only while they are looked for in texts. */
  idCards: Set<string>
  userIds: Set<string>
  /** Ids of the records that are theirs, by table. */
  rows: Map<string, Set<string>>
}

export type PersonalBlock = (db: Db, person: Person) => Promise<string[]>

const tables = new Map<string, PersonalTable>()
const blocks: PersonalBlock[] = []
const forgotten = new Map<string, string>()

/** Says what an area holds about people. A table that is looked at in two ways stands here once for each, under different ids. */
export const definePersonal = (list: readonly PersonalTable[]): void => list.forEach((one) => void tables.set(`${one.table}.${one.label}`, one))

/** Says what has to be settled before somebody can be erased, a sentence for each. */
export const definePersonalBlock = (block: PersonalBlock): void => void blocks.push(block)

/** Tables whose rows are taken away when a text of theirs names the person: they are kept for a while, and nothing is lost with them. */
export const forgetWhereNamed = (list: Readonly<Record<string, string>>): void => Object.entries(list).forEach(([table, label]) => void forgotten.set(table, label))

export const personalTables = (): PersonalTable[] => [...tables.values()].sort((a, b) => a.order - b.order)
export const personalRecords = (): (PersonalTable & { record: { name: string; source?: string } })[] =>
  personalTables().filter((one): one is PersonalTable & { record: { name: string; source?: string } } => one.record !== undefined)
export const recordTable = (name: string) => personalRecords().find((one) => one.record.name === name)
export const forgottenTables = (): ReadonlyMap<string, string> => forgotten
export const personalBlocks = (): readonly PersonalBlock[] => blocks
