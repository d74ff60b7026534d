/** Ten-thousands of shares with thousands separators; the decimals stay as they are. */
export function sharesText(value: string | null | undefined): string {
  if (!value) return '—'
  const [whole = '', fraction] = value.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}
