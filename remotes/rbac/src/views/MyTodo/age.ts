const DAY_MS = 86_400_000

/** How long something has waited, in whole days or hours. */
export function ageOf(since: string, now = Date.now()): string {
  const ms = now - Date.parse(since)
  if (!Number.isFinite(ms)) return ''
  const days = Math.floor(ms / DAY_MS)
  if (days >= 1) return `${days} 天`
  const hours = Math.floor(ms / 3_600_000)
  return hours >= 1 ? `${hours} 小时` : '不到 1 小时'
}

/** From so many days on a thing has waited long, and its age is marked. */
export const LONG_DAYS = 7
export const isLong = (since: string): boolean => Date.now() - Date.parse(since) >= LONG_DAYS * DAY_MS
