import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd'
import { useTabVisible } from './tab-context'

/**
 * antd's Modal, bound to its tab: while the tab is hidden it is closed, and comes back with what was
 * typed. An open Modal inside a hidden <Activity> destroys the tree when it is shown again
 * (antd 6.6.8, `contentRef.current?.focus is not a function`), so views use this one only.
 */
export function AppModal({ open, ...props }: ModalProps) {
  const visible = useTabVisible()
  return <Modal {...props} open={Boolean(open) && visible} destroyOnHidden={props.destroyOnHidden ?? false} />
}

/** antd's Drawer, bound to its tab as AppModal is. */
export function AppDrawer({ open, ...props }: DrawerProps) {
  const visible = useTabVisible()
  return <Drawer {...props} open={Boolean(open) && visible} />
}
