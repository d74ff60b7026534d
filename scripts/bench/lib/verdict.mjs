// Whether what was measured is within its target, checked from the very text that a report shows: nobody writes a verdict by hand.

const FITS = { '<': (value, limit) => value < limit, '≤': (value, limit) => value <= limit, '≥': (value, limit) => value >= limit, '': (value, limit) => value === limit }

const number = (text) => Number(text.replaceAll(',', ''))
/** Numbers of a text with their units, in the singular: `3 requests, 107.3 KB`. */
const measures = (text) => [...text.matchAll(/(\d[\d,]*(?:\.\d+)?)\s?([A-Za-z/]*)/g)].map(([, value, unit]) => ({ value: number(value), unit: unit.replace(/^requests$/, 'request') }))

/**
 * `met` or `**missed**` for a target such as `< 220 MB` or `≤ 6 requests, 120 KB`: every number that is shown in one of its
 * units must fit, the worst with the rest. Throws where nothing is shown that the target speaks of.
 */
export function verdict(target, ...shown) {
  const [, sign, bounds] = /^([<≤≥]?)\s*(.+)$/.exec(target) ?? []
  const found = measures(shown.join(' '))
  const good = measures(bounds).every(({ value: limit, unit }) => {
    const own = found.filter((one) => one.unit === unit)
    if (own.length === 0) throw new Error(`nothing is shown in the unit of ${target}: ${shown.join(' ')}`)
    return own.every(({ value }) => FITS[sign](value, limit))
  })
  return good ? 'met' : '**missed**'
}
