import { CloseCircleFilled } from '@ant-design/icons'
import { Select as Plain, type SelectProps } from 'antd'

/** What empties a choice, by a Chinese name: antd has none for it in any language, and calls it "Clear". */
export const CLEARING = { clearIcon: <CloseCircleFilled />, label: '清空' }

/** antd's choice, whose button that empties it is named in Chinese. */
export const Select = (({ allowClear, ...props }: SelectProps) => <Plain {...props} {...(allowClear === undefined ? {} : { allowClear: allowClear === true ? CLEARING : allowClear })} />) as unknown as typeof Plain
