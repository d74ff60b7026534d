/** The part that comes with the first list or form: table, form and the resource kit. */
export { Checkbox, Descriptions, Form, InputNumber, Pagination, Popconfirm, Radio, Select, Switch, Tabs } from 'antd'
export type { FormInstance, TableProps, TreeDataNode, TreeProps } from 'antd'
export * from './lazy'
export * from './kit'
