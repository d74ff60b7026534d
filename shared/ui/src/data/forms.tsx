import type { Call } from '@assoc/contract'
import type { DescriptionsProps, PaginationProps, PopconfirmProps, PopoverProps, SegmentedProps, SelectProps } from 'antd'
import type { ReactNode } from 'react'
import { Button, SettingOutlined, Skeleton, theme } from '../shell'
import { afterRows, late } from '../shell/late'
import type { CellEditorProps } from './kit/CellEditor'
import type { ColumnPanelProps } from './kit/ColumnPanel'
import type { DetailFieldsProps } from './kit/DetailFields'
import type { FormDrawerProps } from './kit/FormDrawer'
import type { ReasonDialogProps } from './kit/ReasonDialog'

export type { DetailFieldsProps, FormDrawerProps, ReasonDialogProps }

// Parts of the kit that nobody sees before a list's rows: they stand in the form part.

const Drawn = late<FormDrawerProps<Call>>((forms) => forms.FormDrawer)
/** A form in a drawer; see FormDrawerProps. Nothing is fetched for one that was never opened. */
export function FormDrawer<C extends Call>(props: FormDrawerProps<C>) {
  return props.open ? <Drawn {...(props as unknown as FormDrawerProps<Call>)} /> : null
}

/** Asks before an action, and for its reason where the status machine wants one. */
export const ReasonDialog = late<ReasonDialogProps>((forms) => forms.ReasonDialog)
/** The fields of a record, labelled and formatted by its contract. */
export const DetailFields = late<DetailFieldsProps>((forms) => forms.DetailFields, <Skeleton active paragraph={{ rows: 6 }} title={false} />)
export const CellEditor = late<CellEditorProps>((forms) => forms.CellEditor, (props) => props.children)
export const ColumnPanel = late<ColumnPanelProps>((forms) => forms.ColumnPanel, <Button type="text" icon={<SettingOutlined />} aria-label="列设置" />)

/** A field that is on its way, of the height and colours of the one that will stand there. */
function Pending() {
  const { token } = theme.useToken()
  return <span aria-hidden="true" style={{ display: 'block', height: token.controlHeight, border: `1px solid ${token.colorBorder}`, borderRadius: token.borderRadius }} />
}
/** A choice of the search form. */
export const SearchSelect = late<SelectProps>((forms) => forms.Select, <Pending />, afterRows)
export const Pagination = late<PaginationProps>((forms) => forms.Pagination, ({ total = 0, showTotal }) => <span style={{ lineHeight: '24px' }}>{showTotal?.(total, [0, 0])}</span>, afterRows)

// antd's, of which a list has one or two that nobody looks at before its rows.
export const Descriptions = late<DescriptionsProps>((forms) => forms.Descriptions, <Skeleton active paragraph={{ rows: 4 }} title={false} />)
export const Segmented = late<SegmentedProps>((forms) => forms.Segmented, <Skeleton.Input active size="small" />) as unknown as <Value extends string | number>(props: SegmentedProps<Value>) => ReactNode
/** What it stands around is there at once; it asks or shows as soon as it has come. */
export const Popconfirm = late<PopconfirmProps>((forms) => forms.Popconfirm, ({ children }) => children as ReactNode)
export const Popover = late<PopoverProps>((forms) => forms.Popover, ({ children }) => children as ReactNode)
