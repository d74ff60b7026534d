/** The part that comes with the first list: the kit as far as a list needs it for its rows. */
export type { TableProps, TreeDataNode, TreeProps } from 'antd'
export { Descriptions, DetailFields, FormDrawer, Popconfirm, Popover, ReasonDialog, Segmented, type DetailFieldsProps, type FormDrawerProps, type ReasonDialogProps } from './forms'
export * from './lazy'
export * from './kit'
