import { BlockList, isIP } from 'node:net'
import { UserFacingError } from '../errors'

/** Number of proxies in a row before us, or addresses and ranges of those that may be. */
export type TrustProxy = false | number | string[]

const MAX_HOPS = 10
/** Names that the reader of addresses knows itself. */
const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Reads TRUST_PROXY. A number is how many proxies stand before us: of X-Forwarded-For so many addresses are believed from the right,
 * where each proxy writes the one it has seen itself; what the client wrote stands further left. `on` is 1. Counted proxies have
 * addresses of a private network: who reaches our port from elsewhere has come past them. A list of addresses and ranges believes
 * those proxies alone, however many they are. Believing the whole header would let everybody choose their address.
 */
export function readTrustProxy(value = ''): TrustProxy {
  const text = value.trim()
  if (['', 'off', 'false', '0'].includes(text)) return false
  if (text === 'on' || text === 'true') return 1
  if (/^\d+$/.test(text)) {
    if (Number(text) > MAX_HOPS) throw new UserFacingError(`TRUST_PROXY=${text}: at most ${MAX_HOPS} proxies can stand before the server.`)
    return Number(text)
  }
  const ranges = text.split(',').map((part) => part.trim())
  const wrong = ranges.find((range) => !NAMED.has(range) && !isRange(range))
  if (wrong !== undefined) {
    throw new UserFacingError(`TRUST_PROXY=${text}: "${wrong}" is no address and no range. Give the number of proxies before the server, or a list such as 10.0.0.5,192.168.1.0/24.`)
  }
  return ranges
}

// RFC 1918, 4193, 3927, 4291 and loopback.
const PRIVATE = new BlockList()
for (const [net, bits] of [['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['169.254.0.0', 16], ['127.0.0.0', 8]] as const) PRIVATE.addSubnet(net, bits)
for (const [net, bits] of [['fc00::', 7], ['fe80::', 10], ['::1', 128]] as const) PRIVATE.addSubnet(net, bits, 'ipv6')
const isPrivate = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** What Fastify is told: whether the proxy of an address, so many before us counted from 0, is believed. */
export const trustOf = (trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trust === 'number' ? (address, hop) => hop < trust && isPrivate(address) : trust

function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
}
