/** The part that comes with the first form: fetched when a list has its rows, or with a view that names one of these. */
export { Card, Checkbox, Form, InputNumber, Radio, Switch, Tabs } from 'antd'
export type { FormInstance } from 'antd'
export { Select } from '../data/kit/select'
export { FormFields, fromForm, toForm } from '../data/kit/FormFields'
export { ImportMapping, type FileColumns, type Mapping } from '../lazy/ImportMapping'
