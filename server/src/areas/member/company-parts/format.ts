import type { ConsoleLink } from '@assoc/contract'

/** Rows that a part shows. */
export const SHOWN = 6

export const left = (title: string) => ({ title, align: 'left' as const })
export const right = (title: string) => ({ title, align: 'right' as const })
export const labelOf = (labels: Record<string, string>, key: string): string => labels[key] ?? key

/** Rows of one membership. */
export interface OfMember {
  member_id: string
  member_no: string
  rows: number
}

/** The way to the rows of a membership; to those of each where the company has had several. */
export function waysTo(members: readonly OfMember[], to: (member: OfMember) => ConsoleLink): { link: ConsoleLink | null; links?: { label: string; link: ConsoleLink }[] } {
  const [only] = members
  if (members.length <= 1) return { link: only ? to(only) : null }
  return { link: null, links: members.map((member) => ({ label: `${member.member_no} 共 ${member.rows} 条`, link: to(member) })) }
}
