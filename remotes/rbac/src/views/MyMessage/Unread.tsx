import { Badge, theme, Typography } from '@assoc/ui'

/** The dot stands still: what pulses without end draws the eye from everything else. */
export function Unread({ title }: { title: string }) {
  const { token } = theme.useToken()
  return <Badge color={token.colorInfo} text={<Typography.Text strong>{title}</Typography.Text>} />
}
