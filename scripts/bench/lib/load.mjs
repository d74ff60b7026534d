import { fromServer } from './packages.mjs'

/**
 * Loads an address for some seconds and answers the requests a second and the 99th percentile in milliseconds.
 * `next()` gives path, headers and body of each request. An answer that `good` refuses is an error of the bench, not a number.
 */
export async function load(url, { connections, seconds, next, good = () => true }) {
  const autocannon = await fromServer('autocannon')
  let bad = ''
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    verifyBody: (body) => {
      const text = String(body)
      if (good(text)) return true
      bad ||= text.slice(0, 300)
      return false
    },
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const { path, headers, body } = next()
          return { ...request, method: 'POST', path, headers: { ...request.headers, 'content-type': 'application/json', ...headers }, body }
        },
      },
    ],
  })
  const failed = result.non2xx + result.errors + result.timeouts + result.mismatches
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed: ${bad || `${result.non2xx} refused, ${result.errors} errors`}`)
  return { total: result.requests.total, rate: result.requests.total / result.duration, p99: result.latency.p99, p50: result.latency.p50 }
}
