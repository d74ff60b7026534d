/**
 * Where the person goes once signed in. The address in `reback` is not checked here: the server checks
 * its origin exactly and redirects, for a check in the browser could be argued with. Who came from nowhere goes `home`, as the
 * environment has it.
 */
export function addressAfterSignIn(search: string, home: string): string {
  const reback = new URLSearchParams(search).get('reback')
  return reback ? `/sso/return?reback=${encodeURIComponent(reback)}` : home
}
