/** A band of shares in ten-thousands, as text so that no digit is lost; from is inside, to outside. Null: without end. */
export interface Band {
  standardId: string
  name: string
  status: string
  shareFrom: string | null
  shareTo: string | null
}

/** Shares from (inside) to (outside; null: without end) that no band holds. */
export interface Gap {
  from: string
  to: string | null
}

const DECIMALS = 4
/** Whole ten-thousandths, so that two figures compare exactly however long they are. */
function exact(shares: string | null): bigint {
  const [whole = '0', decimals = ''] = (shares ?? '0').split('.')
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'))
}
const inOrder = (bands: readonly Band[]) => [...bands].sort((a, b) => (exact(a.shareFrom) < exact(b.shareFrom) ? -1 : 1))

/** What none of the bands holds, from nothing upwards; nothing where there is no band at all. */
export function gapsOf(bands: readonly Band[]): Gap[] {
  const gaps: Gap[] = []
  let reached = '0'
  for (const { shareFrom, shareTo } of inOrder(bands)) {
    if (exact(shareFrom) > exact(reached)) gaps.push({ from: reached, to: shareFrom })
    if (shareTo === null) return gaps
    if (exact(shareTo) > exact(reached)) reached = shareTo
  }
  return bands.length > 0 ? [...gaps, { from: reached, to: null }] : gaps
}

/** The first two bands that hold the same shares. */
export function overlapOf(bands: readonly Band[]): [Band, Band] | undefined {
  const sorted = inOrder(bands)
  for (const [i, band] of sorted.entries()) {
    const next = sorted[i + 1]
    if (next && (band.shareTo === null || exact(band.shareTo) > exact(next.shareFrom))) return [band, next]
  }
  return undefined
}

const grouped = (shares: string): string => {
  const [whole = '', decimals] = shares.split('.')
  return `${BigInt(whole).toLocaleString('en-US')}${decimals ? `.${decimals}` : ''}`
}

/** A gap as people read it: 10,000 至 20,000 万股. */
export function gapText({ from, to }: Gap): string {
  if (to === null) return `${grouped(from)} 万股及以上`
  return from === '0' ? `${grouped(to)} 万股以下` : `${grouped(from)} 至 ${grouped(to)} 万股`
}
