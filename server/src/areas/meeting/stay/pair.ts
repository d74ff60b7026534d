// Who shares a room with whom, and why; it knows neither database nor screen.

export interface Sharer {
  registerId: string
  name: string
  gender: 'unknown' | 'male' | 'female'
  companyId: string | null
  companyName: string | null
  /** Name of whom they want to share with. */
  roommate: string | null
  checkInDate: string
  checkOutDate: string
}

export interface Pair {
  people: [Sharer, Sharer]
  reason: string
}

const sameGender = (a: Sharer, b: Sharer): boolean => a.gender !== 'unknown' && a.gender === b.gender
const sameNights = (a: Sharer, b: Sharer): boolean => a.checkInDate === b.checkInDate && a.checkOutDate === b.checkOutDate
const overlap = (a: Sharer, b: Sharer): boolean => a.checkInDate < b.checkOutDate && b.checkInDate < a.checkOutDate
const wishes = (a: Sharer, b: Sharer): boolean => a.roommate?.trim() === b.name

/** From the strongest reason to the weakest; a wish of one is granted while the other has none. */
const REASONS: { reason: string; fits: (a: Sharer, b: Sharer) => boolean }[] = [
  { reason: '双方互选', fits: (a, b) => wishes(a, b) && wishes(b, a) && overlap(a, b) },
  { reason: '一方指定', fits: (a, b) => (wishes(a, b) && !b.roommate) || (wishes(b, a) && !a.roommate) },
  { reason: '同单位同性别，入住日期相同', fits: (a, b) => a.companyId !== null && a.companyId === b.companyId && sameNights(a, b) },
  { reason: '同性别，入住日期相同', fits: sameNights },
  { reason: '同性别，入住日期部分重叠', fits: overlap },
]

/** Pairs people of one gender by their wishes, their companies and their nights. Everybody who stays without a companion is named with the reason. */
export function pair(people: readonly Sharer[]): { pairs: Pair[]; left: { person: Sharer; why: string }[] } {
  const open = new Set(people.filter(({ gender }) => gender !== 'unknown'))
  const pairs: Pair[] = []
  for (const { reason, fits } of REASONS) {
    for (const one of open) {
      const other = [...open].find((candidate) => candidate !== one && sameGender(one, candidate) && overlap(one, candidate) && fits(one, candidate))
      if (!other) continue
      open.delete(one)
      open.delete(other)
      pairs.push({ people: [one, other], reason })
    }
  }
  const left = people.filter((person) => person.gender === 'unknown' || open.has(person))
  return { pairs, left: left.map((person) => ({ person, why: person.gender === 'unknown' ? '未填性别，不能自动合住' : '没有同性别且日期重叠的合住人' })) }
}
