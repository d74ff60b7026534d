/** The form part with what the kit draws late (shell/late.tsx): its dialogs, and the controls below a list's rows. */
import '../data/kit/print-css'

export * from './index'
export { Descriptions, Modal, Pagination, Popconfirm, Popover, Segmented } from 'antd'
export { CellEditor } from '../data/kit/CellEditor'
export { ColumnPanel } from '../data/kit/ColumnPanel'
export { DetailFields } from '../data/kit/DetailFields'
export { FormDrawer } from '../data/kit/FormDrawer'
export { Drawer } from './Drawer'
export { ReasonDialog } from '../data/kit/ReasonDialog'
