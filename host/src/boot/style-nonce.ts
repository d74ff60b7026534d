/**
 * Gives the page's nonce to every style tag that scripts make. antd takes one by configuration, but the scroll lock behind its
 * drawers does not, and neither would the next library: so it is done where tags are made. What a parser makes of foreign
 * text still has no nonce and is refused by the page's policy.
 */
export function markStyles(nonce: string | undefined, page: Document = document): void {
  if (!nonce) return
  const make = page.createElement.bind(page) as Document['createElement']
  page.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = make(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }) as Document['createElement']
}
