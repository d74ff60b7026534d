import { Tag, WarningOutlined } from '@assoc/ui'

/** Mark of a sensitive permit: with a sign, for colour is never the only cue. */
export function SensitiveTag() {
  return (
    <Tag icon={<WarningOutlined />} color="warning" style={{ marginInlineEnd: 0 }}>
      敏感
    </Tag>
  )
}
