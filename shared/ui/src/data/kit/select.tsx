import { CloseCircleFilled } from '@ant-design/icons'
import { Select as Plain, type SelectProps } from 'antd'

/** What empties a choice, by a Chinese name: antd has none for it in any language, and calls it "Clear". */
export const CLEARING = { clearIcon: <CloseCircleFilled />, label: '清空' }

// antd looks in the values, which are codes and ids that nobody types; what is read is the label.
const LOOKED_FOR = { optionFilterProp: 'label' }
const searched = ({ mode, showSearch }: SelectProps) =>
  typeof showSearch === 'object' ? { ...LOOKED_FOR, ...showSearch } : showSearch || (showSearch === undefined && mode !== undefined) ? LOOKED_FOR : showSearch

/** antd's choice, whose button that empties it is named in Chinese, and whose search looks in what people read. */
export const Select = (({ allowClear, ...props }: SelectProps) => {
  const showSearch = searched(props)
  return <Plain {...props} {...(showSearch === undefined ? {} : { showSearch })} {...(allowClear === undefined ? {} : { allowClear: allowClear === true ? CLEARING : allowClear })} />
}) as unknown as typeof Plain
