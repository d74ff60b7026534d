/** Style elements at the head of the page by their order: a sheet of the product's own comes behind all of them and wins. */
const put: { order: number; element: HTMLStyleElement }[] = []

/** Puts a sheet of antd into the page, behind those of the same order; answers its element, whose text may be changed. */
export function putStyle(css: string, order: number): HTMLStyleElement {
  const element = document.createElement('style')
  element.dataset['antd'] = String(order)
  element.textContent = css
  const at = put.findLastIndex((one) => one.order <= order)
  if (at < 0) document.head.prepend(element)
  else put[at]?.element.after(element)
  put.splice(at + 1, 0, { order, element })
  return element
}
