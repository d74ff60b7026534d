/** Rows that a part shows. */
export const SHOWN = 6

export const left = (title: string) => ({ title, align: 'left' as const })
export const right = (title: string) => ({ title, align: 'right' as const })
export const labelOf = (labels: Record<string, string>, key: string): string => labels[key] ?? key

/** A list with filters in its address; those that are not known are left out. */
export function linkTo(path: string, filters: Record<string, string | null | undefined>): string {
  const known = Object.entries(filters).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  return known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path
}

/** Rows of one membership. */
export interface OfMember {
  member_id: string
  member_no: string
  rows: number
}

/** The way to the rows of a membership; to those of each where the company has had several. */
export function waysTo(members: readonly OfMember[], to: (member: OfMember) => string): { link: string | null; links?: { label: string; link: string }[] } {
  const [only] = members
  if (members.length <= 1) return { link: only ? to(only) : null }
  return { link: null, links: members.map((member) => ({ label: `${member.member_no} 共 ${member.rows} 条`, link: to(member) })) }
}
