/** The stored login record (specification, section 3). */
export interface LoginRecord {
  userId: string
  token: string
}

const RECORD_KEY = 'userInfo'
/** Shared marker: readable, opens nothing; only says that somebody signed in under this domain. */
const MARKER = 'capcoMark'

export function readRecord(): LoginRecord | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(RECORD_KEY) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { userId, token } = value as Partial<LoginRecord>
    return typeof userId === 'string' && typeof token === 'string' && token ? { userId, token } : null
  } catch {
    return null
  }
}

export function writeRecord(record: LoginRecord): void {
  localStorage.setItem(RECORD_KEY, JSON.stringify(record))
}

export function clearRecord(): void {
  localStorage.removeItem(RECORD_KEY)
}

const domainPart = (cookieDomain: string) => (cookieDomain ? `; domain=${cookieDomain}` : '')
const securePart = () => (window.location.protocol === 'https:' ? '; secure' : '')

export function writeMarker(userId: string, cookieDomain: string): void {
  document.cookie = `${MARKER}=${encodeURIComponent(userId)}; path=/; samesite=lax${domainPart(cookieDomain)}${securePart()}`
}

export function clearMarker(cookieDomain: string): void {
  document.cookie = `${MARKER}=; path=/; max-age=0${domainPart(cookieDomain)}`
}

/** Whom the marker names; null where there is none. */
export function markedUser(): string | null {
  const marker = document.cookie.split('; ').find((c) => c.startsWith(`${MARKER}=`))
  if (marker === undefined) return null
  try {
    return decodeURIComponent(marker.slice(MARKER.length + 1))
  } catch {
    return ''
  }
}
