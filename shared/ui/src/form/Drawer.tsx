import { Drawer as Plain, type DrawerProps } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'

/** What takes the focus in a drawer, and scrolls it along. */
const TAKES_FOCUS = 'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])'

/** Long texts that nothing to press stands in are scrolled by keyboard as well: then the drawer's body takes the focus itself. */
function Scrolling({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = place.current?.closest<HTMLElement>('.ant-drawer-body')
    if (!body) return undefined
    const settle = () => (body.querySelector(TAKES_FOCUS) ? body.removeAttribute('tabindex') : body.setAttribute('tabindex', '0'))
    settle()
    const watch = new MutationObserver(settle)
    watch.observe(body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

/** antd's Drawer, whose body scrolls by keyboard whatever stands in it. */
export function Drawer({ children, ...props }: DrawerProps) {
  return (
    <Plain {...props}>
      <Scrolling>{children}</Scrolling>
    </Plain>
  )
}
