import { TreeSelect as AntTreeSelect, type TreeSelectProps } from 'antd'
import { useId } from 'react'

/** antd's tree picker, whose open field names a list (`aria-owns`, `aria-controls`) that antd itself gives no id. */
export function TreeSelect({ id, popupRender, ...props }: TreeSelectProps) {
  const own = useId()
  const named = id ?? own
  return <AntTreeSelect {...props} id={named} popupRender={(menu) => <div id={`${named}_list`}>{popupRender?.(menu) ?? menu}</div>} />
}
