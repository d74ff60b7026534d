import { Flex, Segmented, theme, Typography } from '@assoc/ui'
import { useQuery } from '../../lib/use-query'
import { Copies } from './Copies'
import { Asked, Decided } from './Past'
import { Waiting } from './Waiting'

const TABS = [
  { value: 'waiting', label: '待我办理' },
  { value: 'decided', label: '我已办的' },
  { value: 'asked', label: '我发起的' },
  { value: 'copies', label: '抄送我的' },
]

/** What waits for the person in all areas, and what became of what they decided and asked for. */
export default function MyTodo() {
  const { token } = theme.useToken()
  const { get, set } = useQuery()
  const tab = TABS.some(({ value }) => value === get('tab')) ? get('tab') : 'waiting'
  return (
    <Flex vertical gap={12} style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG, minHeight: 480 }}>
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          我的待办
        </Typography.Title>
        <Segmented aria-label="事项范围" options={TABS} value={tab} onChange={(value) => set({ tab: value === 'waiting' ? null : String(value), kind: null, record: null, behalf: null, page: null })} />
      </Flex>
      {tab === 'decided' ? <Decided /> : tab === 'asked' ? <Asked /> : tab === 'copies' ? <Copies /> : <Waiting />}
    </Flex>
  )
}
