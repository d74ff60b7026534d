import { viewLink } from '@assoc/contract'

/**
 * Where the person goes once signed in. The address in `reback` is not checked here: the server checks
 * its origin exactly and redirects, for a check in the browser could be argued with. Who came from nowhere goes `home`, as the
 * environment has it.
 */
export function addressAfterSignIn(search: string, home: string): string {
  const asked = new URLSearchParams(search)
  // An account of a messenger came to this browser and is nobody's yet: the personal centre offers to bind it.
  if (asked.has('bind')) return viewLink('rbac/PersonalCenter', { part: 'im' })
  const reback = asked.get('reback')
  return reback ? `/sso/return?reback=${encodeURIComponent(reback)}` : home
}
