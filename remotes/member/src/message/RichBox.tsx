import type { RichDoc } from '@assoc/contract/core/rich-text'
import { RichView, Skeleton, theme } from '@assoc/ui'

/** The text of a mail as it looks, in the detail of a record; null while it is asked for. */
export function RichBox({ value }: { value: RichDoc | null }) {
  const { token } = theme.useToken()
  return (
    <section
      aria-label="邮件内容"
      style={{ padding: '8px 16px', border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadius }}
    >
      {value ? <RichView value={value} /> : <Skeleton active title={false} />}
    </section>
  )
}
