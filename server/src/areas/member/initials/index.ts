import { initials } from '../../../platform/search/grams'
import type { Seed } from '../../../platform/seed'
import { PEOPLE, setInitials, withoutInitials, type PeopleTable } from './repository'

const CHUNK = 5_000

/** What is written beside a name; a change that leaves the name out leaves them as they are. */
export const initialsWith = ({ name }: { name?: string | null | undefined }): { name_initials?: string } => (typeof name === 'string' ? { name_initials: initials(name) } : {})

/** Writes the initials of people who were entered before there were any: once in an installation. What they are is not changed, so neither their versions nor the log tell of it. */
export const earlierInitials: Seed = {
  name: 'member.earlierInitials',
  order: 40,
  async run(db) {
    for (const table of Object.keys(PEOPLE) as PeopleTable[]) {
      for (let after: string | undefined = '0'; after !== undefined; ) {
        const people = await withoutInitials(db, table, after, CHUNK)
        await setInitials(db, table, people.map(({ id, name }) => ({ id, initials: initials(name) })))
        after = people.at(-1)?.id
      }
    }
  },
}
