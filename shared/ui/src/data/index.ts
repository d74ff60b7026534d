/** Part two of three: table, form, pickers and the resource kit, loaded with the first list or form. */
export {
  Checkbox,
  DatePicker,
  Descriptions,
  Form,
  InputNumber,
  Pagination,
  Popconfirm,
  Progress,
  Radio,
  Select,
  Steps,
  Switch,
  Table,
  Tabs,
  Timeline,
  TimePicker,
  Tree,
  TreeSelect,
  Upload,
} from 'antd'
export type { FormInstance, TableProps, TreeDataNode, TreeProps } from 'antd'
export * from './kit'
