import type { DrawerProps, ModalProps } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { late } from './late'
import { useTabVisible } from './tab-context'

const Modal = late<ModalProps>((forms) => forms.Modal)
const Drawer = late<DrawerProps>((forms) => forms.Drawer)

/** Whether it is open and its tab in front, and whether it has ever been: before that there is nothing of it, not even its code. */
function useOpen(open: boolean | undefined): { shown: boolean; wanted: boolean } {
  const visible = useTabVisible()
  const shown = Boolean(open) && visible
  const [wanted, setWanted] = useState(shown)
  if (shown && !wanted) setWanted(true)
  return { shown, wanted: wanted || shown }
}

/**
 * antd's Modal, bound to its tab: while the tab is hidden it is closed, and comes back with what was
 * typed. An open Modal inside a hidden <Activity> destroys the tree when it is shown again
 * (antd 6.6.8, `contentRef.current?.focus is not a function`), so views use this one only.
 */
export function AppModal({ open, ...props }: ModalProps) {
  const { shown, wanted } = useOpen(open)
  return wanted ? <Modal {...props} open={shown} destroyOnHidden={props.destroyOnHidden ?? false} /> : null
}

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

/** antd's Drawer, bound to its tab as AppModal is. */
export function AppDrawer({ open, children, ...props }: DrawerProps) {
  const { shown, wanted } = useOpen(open)
  return wanted ? (
    <Drawer {...props} open={shown}>
      <Scrolling>{children}</Scrolling>
    </Drawer>
  ) : null
}
