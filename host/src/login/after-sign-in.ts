/**
 * Where the person goes once signed in. The address in `reback` is not checked here: the server checks
 * its origin exactly and redirects, for a check in the browser could be argued with.
 */
export function addressAfterSignIn(search: string): string {
  const reback = new URLSearchParams(search).get('reback')
  return reback ? `/sso/return?reback=${encodeURIComponent(reback)}` : '/'
}
