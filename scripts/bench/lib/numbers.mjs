/** Value below which a share of the list lies; the list need not be sorted. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Runs A and B in turn and answers the median rates and the median of the ratios of neighbours. */
export async function sideBySide(rounds, a, b) {
  const pairs = []
  for (let round = 0; round < rounds; round += 1) pairs.push([await a(), await b()])
  return {
    pairs,
    ratio: median(pairs.map(([x, y]) => x.rate / y.rate)),
    rate: median(pairs.map(([x]) => x.rate)),
    bareRate: median(pairs.map(([, y]) => y.rate)),
    p99: median(pairs.map(([x]) => x.p99)),
    bareP99: median(pairs.map(([, y]) => y.p99)),
  }
}
