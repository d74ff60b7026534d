import { Select } from '@assoc/ui'

type Options = readonly { value: string; label: string }[]

/** A choice of several, of which none means any. */
export const many = (options: Options, placeholder = '不限') => (
  <Select mode="multiple" allowClear maxTagCount="responsive" showSearch options={[...options]} placeholder={placeholder} />
)
