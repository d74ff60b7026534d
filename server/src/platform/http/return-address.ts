import { environmentOf, type ConsoleConfigFile } from '../console-config'

/**
 * Where a person goes after signing in. Only an address of the console's own origin, or of an origin
 * that the configuration lists exactly, is followed; everything else ends at the home page. Checked
 * with the parser that browsers use, on the server that redirects.
 */
export function returnAddress(reback: unknown, own: string, config: ConsoleConfigFile): string {
  if (typeof reback !== 'string' || reback.length > 4000 || /[\u0000-\u0020\\]/.test(reback)) return '/'
  let address: URL
  try {
    address = new URL(reback)
  } catch {
    return '/'
  }
  if ((address.protocol !== 'http:' && address.protocol !== 'https:') || address.username || address.password) return '/'
  const listed = config.environments.flatMap((e) => e.origins ?? []).filter((o) => o !== 'localhost')
  if (address.origin !== own && !listed.includes(address.origin)) return '/'
  const environment = environmentOf(config, address.origin) ?? config.environments.find((e) => e.name === 'production')
  const suffix = environment?.managerSuffix ?? '/manager'
  // The suffix was put behind the whole address, so it is taken off there, before the text is parsed again.
  const clean = new URL(suffix && reback.endsWith(suffix) ? reback.slice(0, -suffix.length) : reback)
  if (clean.origin !== address.origin) return '/'
  return clean.origin === own ? `${clean.pathname}${clean.search}${clean.hash}`.replace(/^\/{2,}/, '/') || '/' : clean.href
}
