// Seating by rule: who comes first, what stays together, and why somebody sits where they do. It knows neither database nor screen.

export interface FreeSeat {
  seatId: string
  area: string
  line: number
  place: number
}

export interface Guest {
  registerId: string
  companyId: string | null
  companyName: string | null
  jurisdiction: string | null
  /** Of the company's category; a lower one sits further to the front. Null for guests and those without a category. */
  rank: number | null
  categoryName: string | null
}

export interface Rules {
  byRank: boolean
  companyTogether: boolean
  jurisdictionBlocks: boolean
}

export interface Seated {
  seatId: string
  registerId: string
  reason: string
}

interface Group {
  people: Guest[]
  rank: number
  jurisdiction: string
}

const LAST = Number.MAX_SAFE_INTEGER
const UNSAID = '￿'

const lineOf = ({ area, line }: FreeSeat): string => `${area} ${line}`

/** People who are seated together, in the order in which they are: by jurisdiction where it forms blocks, by rank, by who registered first. */
function groupsOf(guests: readonly Guest[], { byRank, companyTogether, jurisdictionBlocks }: Rules): Group[] {
  const groups = new Map<string, Group>()
  for (const guest of guests) {
    const key = companyTogether && guest.companyId ? `company ${guest.companyId}` : `person ${guest.registerId}`
    const group = groups.get(key) ?? { people: [], rank: LAST, jurisdiction: jurisdictionBlocks ? (guest.jurisdiction ?? UNSAID) : '' }
    group.people.push(guest)
    group.rank = Math.min(group.rank, guest.rank ?? LAST)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  // A block stands where its highest rank would: the one that holds the presiding member is in front.
  const front = new Map<string, number>()
  for (const { jurisdiction, rank } of all) front.set(jurisdiction, Math.min(front.get(jurisdiction) ?? LAST, byRank ? rank : LAST))
  const place = (a: Group, b: Group) => (front.get(a.jurisdiction) ?? 0) - (front.get(b.jurisdiction) ?? 0) || (a.jurisdiction < b.jurisdiction ? -1 : a.jurisdiction > b.jurisdiction ? 1 : 0) || (byRank ? a.rank - b.rank : 0)
  return all.sort(place)
}

/** The first seats beside each other in one line that hold a group, from `from` on; undefined where there are none. */
function together(seats: readonly FreeSeat[], taken: ReadonlySet<string>, size: number, from: number): FreeSeat[] | undefined {
  for (let start = from; start + size <= seats.length; start += 1) {
    const run = seats.slice(start, start + size)
    const [first] = run
    if (first && run.every((one, i) => !taken.has(one.seatId) && lineOf(one) === lineOf(first) && one.place === first.place + i)) return run
  }
  return undefined
}

/**
 * Seats people on free seats, which stand in their order from the front. Whoever finds no seat any more is left over. A company sits
 * beside each other while a line has room for it, and is divided among the next free seats otherwise.
 */
export function fill(seats: readonly FreeSeat[], guests: readonly Guest[], rules: Rules): { seated: Seated[]; left: Guest[] } {
  const taken = new Set<string>()
  const seated: Seated[] = []
  const left: Guest[] = []
  let [block, blockFrom] = ['', 0]
  let first = 0
  for (const { people, jurisdiction } of groupsOf(guests, rules)) {
    while (first < seats.length && taken.has(seats[first]?.seatId ?? '')) first += 1
    // A block does not fill the gaps that the one before has left.
    if (jurisdiction !== block) [block, blockFrom] = [jurisdiction, lastTaken(seats, taken) + 1]
    const from = rules.jurisdictionBlocks ? Math.max(first, blockFrom) : first
    const run = together(seats, taken, people.length, from)
    const places = run ?? seats.filter((one, i) => i >= from && !taken.has(one.seatId)).slice(0, people.length)
    const spare = places.length < people.length ? seats.filter((one) => !taken.has(one.seatId) && !places.includes(one)).slice(0, people.length - places.length) : []
    const all = [...places, ...spare]
    people.forEach((guest, i) => {
      const seat = all[i]
      if (!seat) return left.push(guest)
      taken.add(seat.seatId)
      return seated.push({ seatId: seat.seatId, registerId: guest.registerId, reason: reasonOf(guest, people.length, run !== undefined, rules) })
    })
  }
  return { seated, left }
}

function lastTaken(seats: readonly FreeSeat[], taken: ReadonlySet<string>): number {
  for (let i = seats.length - 1; i >= 0; i -= 1) if (taken.has(seats[i]?.seatId ?? '')) return i
  return -1
}

function reasonOf(guest: Guest, size: number, beside: boolean, { byRank, companyTogether, jurisdictionBlocks }: Rules): string {
  const parts = [
    jurisdictionBlocks ? `${guest.jurisdiction ?? '未填辖区'}分块` : '',
    byRank ? (guest.categoryName ?? '无会员类别') : '',
    companyTogether && guest.companyId && size > 1 ? (beside ? `${guest.companyName ?? '本单位'} ${size} 人相邻` : `${guest.companyName ?? '本单位'} ${size} 人，同排空位不足，就近安排`) : '',
  ]
  return parts.filter(Boolean).join('；') || '按报名先后'
}
