import { signState } from '@assoc/contract/meeting/sign-in'
import { Button, Flex, StatusTag, theme, Typography } from '@assoc/ui'

export interface Found {
  total: number
  items: readonly { registerId: string; name: string; companyName: string | null; postName: string; mobileEnd: string; state: 'arrived' | 'late' | 'missing' }[]
}

interface Props {
  word: string
  found: Found
  /** Signs somebody in; null for who may only scan. */
  onSign: ((registerId: string) => void) | null
}

/** People who were looked up at a counter. */
export function FoundPeople({ word, found, onSign }: Props) {
  const { token } = theme.useToken()
  return (
    <Flex vertical gap={8}>
      <Typography.Text type="secondary">{found.total === 0 ? `没有找到“${word}”` : `“${word}”共 ${found.total} 人${found.total > 10 ? '，显示前 10 人，请输入更多内容' : ''}`}</Typography.Text>
      {found.items.map((row) => (
        <Flex key={row.registerId} justify="space-between" align="center" gap={12} style={{ padding: '8px 12px', border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadius }}>
          <span>
            <strong>{row.name}</strong>　{row.companyName}　{row.postName}　尾号 {row.mobileEnd}
          </span>
          {row.state === 'missing' && onSign ? (
            <Button type="primary" aria-label={`为${row.name}签到`} onClick={() => onSign(row.registerId)}>
              签到
            </Button>
          ) : (
            <StatusTag of={signState} value={row.state} />
          )}
        </Flex>
      ))}
    </Flex>
  )
}
