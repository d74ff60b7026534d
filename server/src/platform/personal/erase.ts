import type { Db } from '../database/database'
import type { Encryption } from '../encryption/encryption'
import { defineJob } from '../jobs/worker'
import type { Action } from '../resource/definition'
import * as repository from './person.repository'
import { forgottenTables, NEUTRAL_NAME, personalBlocks, personalTables, type Person, type PersonalTable } from './register'

/** What becomes of the rows of one table. */
export interface FateLine {
  group: string
  label: string
  fate: 'erase' | 'delete' | 'keep' | 'text'
  rows: number
  basis: string | null
  until: string | null
}

const lineOf = ({ group, label, fate, basis, until }: PersonalTable, rows: number): FateLine => ({ group, label, fate, rows, basis: basis ?? null, until: until ?? null })

const labelsOf = (): ReadonlyMap<string, PersonalTable> => new Map(personalTables().map((one) => [one.table, one]))

function textLines(found: readonly repository.Mention[]): FateLine[] {
  const known = labelsOf()
  return found.map(({ table, rows }) => {
    const forgotten = forgottenTables().get(table)
    if (forgotten) return { group: '其他', label: forgotten, fate: 'delete' as const, rows, basis: null, until: null }
    const one = known.get(table)
    return { group: one?.group ?? '其他', label: `${one?.label ?? '其他记录'}中的文字`, fate: 'text' as const, rows, basis: null, until: null }
  })
}

export interface Preview {
  lines: FateLine[]
  blocks: string[]
  /** Others of the same name: names within texts are left for people to look at. */
  namesakes: number
  files: number
}

/** What erasing somebody would do, table by table, and what has to be settled first. Changes nothing. `texts` reads the whole database for what names them. */
export async function previewErasure(db: Db, person: Person, { texts }: { texts: boolean }): Promise<Preview> {
  const lines: FateLine[] = []
  const files = new Set<string>(await repository.ownFileIds(db, person))
  for (const one of personalTables()) {
    const rows = await repository.countRows(db, one, person)
    if (rows > 0) lines.push(lineOf(one, rows))
    if (one.fate !== 'keep') for (const id of await repository.fileIdsOf(db, one, person)) files.add(id)
  }
  const others = await repository.namesakes(db, person)
  const naming = texts ? repository.namingOf(person, others === 0) : null
  if (naming) {
    // Rows that are erased themselves name the person as well; of the others it is told where.
    const own = new Set(personalTables().filter((one) => one.fate !== 'keep').map((one) => one.table))
    lines.push(...textLines((await repository.mentions(db, naming, false)).filter(({ table }) => !own.has(table))))
  }
  const blocks = (await Promise.all(personalBlocks().map((block) => block(db, person)))).flat()
  return { lines, blocks, namesakes: others, files: files.size }
}

export interface Erased {
  lines: FateLine[]
  files: number
}

const DROP = 'personal:drop-bytes'

/**
 * Erases somebody in the action's transaction: their rows as the register says, their files, files of exports that may hold them, and
 * their numbers within all other texts; with `names` the name as well, where nobody else bears it. Bytes go when the transaction has ended.
 */
export async function erasePerson({ db, platform, job }: Pick<Action, 'db' | 'platform' | 'job'>, person: Person, { names }: { names: boolean }): Promise<Erased> {
  const sealed = platform.encryption.encrypt(NEUTRAL_NAME)
  const naming = repository.namingOf(person, names && (await repository.namesakes(db, person)) === 0)
  const files = new Set<string>([...(await repository.ownFileIds(db, person)), ...(await repository.exportFileIds(db))])
  for (const one of personalTables()) if (one.fate !== 'keep') for (const id of await repository.fileIdsOf(db, one, person)) files.add(id)
  const keys = await repository.deleteFiles(db, [...files])
  const lines: FateLine[] = []
  for (const one of personalTables()) {
    const rows = one.fate === 'keep' ? await repository.countRows(db, one, person) : await repository.eraseRows(db, one, person, sealed)
    if (rows > 0) lines.push(lineOf(one, rows))
  }
  if (naming) lines.push(...textLines(await repository.mentions(db, naming, true)))
  await dropLater(job, keys)
  return { lines, files: keys.length }
}

/** Erases one record alone, where its person is known here by others as well. */
export async function eraseRecord({ db, platform, job }: Pick<Action, 'db' | 'platform' | 'job'>, one: PersonalTable, id: string): Promise<Erased> {
  const person = repository.nobody()
  person.rows.set(one.table, new Set([id]))
  const keys = await repository.deleteFiles(db, await repository.fileIdsOf(db, one, person))
  const rows = await repository.eraseRows(db, one, person, platform.encryption.encrypt(NEUTRAL_NAME))
  await dropLater(job, keys)
  return { lines: [lineOf(one, rows)], files: keys.length }
}

async function dropLater(job: Action['job'], keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += 500) await job(DROP, { keys: keys.slice(at, at + 500) })
}

defineJob(DROP, async ({ keys }: { keys: string[] }, platform) => {
  for (const key of keys) await platform.files.remove(key)
})

export const personOf = (db: Db, encryption: Encryption, one: PersonalTable, id: string): Promise<Person | undefined> => repository.findPerson(db, encryption, one, id)
