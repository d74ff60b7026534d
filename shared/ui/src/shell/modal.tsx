import type { DrawerProps, ModalProps } from 'antd'
import { useState } from 'react'
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

/** antd's Drawer, bound to its tab as AppModal is. */
export function AppDrawer({ open, ...props }: DrawerProps) {
  const { shown, wanted } = useOpen(open)
  return wanted ? <Drawer {...props} open={shown} /> : null
}
