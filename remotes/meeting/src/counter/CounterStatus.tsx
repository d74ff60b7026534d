import { localTime } from '@assoc/contract/core/day'
import { Alert, Button, Flex, Tag, Typography } from '@assoc/ui'
import type { CounterState } from './sign-counter'

interface Props {
  state: CounterState
  onRead: () => void
}

/** How a counter stands: with a connection or by itself, what it still has to send, what of it was refused. */
export function CounterStatus({ state, onRead }: Props) {
  const { online, unsent, list, people, takenAt, refused, sent } = state
  const listText = list === 'ready' && takenAt ? `离线名册 ${people} 人，${localTime(new Date(takenAt)).slice(11, 16)} 更新` : list === 'unsupported' ? '本浏览器不能安全保存名册，断网时不能签到' : '正在取离线名册'
  return (
    <Flex vertical gap={8}>
      <Flex gap={12} align="center" wrap role="status" aria-label="签到台状态">
        <Tag color={online ? 'success' : 'error'} style={{ margin: 0 }}>
          {online ? '在线' : '离线'}
        </Tag>
        {unsent > 0 ? <Typography.Text strong>{`${unsent} 条未上传`}</Typography.Text> : sent > 0 ? <Typography.Text>{`离线签到 ${sent} 条已上传`}</Typography.Text> : null}
        <Typography.Text type="secondary">{listText}</Typography.Text>
      </Flex>
      {online ? null : (
        <Alert
          type="warning"
          showIcon
          title={list === 'ready' ? '网络已中断，签到台已转为离线，可以继续扫码' : '网络已中断'}
          description={list === 'ready' ? '签到记录加密保存在本机，网络恢复后自动上传。上传前请不要关闭页面或退出登录；如已关闭，请在本机重新打开签到台。' : '本台没有离线名册，请等待网络恢复或改用纸质签到。'}
        />
      )}
      {refused.length > 0 ? (
        <Alert
          type="error"
          showIcon
          title={`离线签到有 ${refused.length} 条上传后未通过，请核对`}
          description={refused.slice(0, 20).map(({ nonce, name, message }) => (
            <div key={nonce}>{`${name ?? '名册外人员'}：${message}`}</div>
          ))}
          action={
            <Button size="small" onClick={onRead}>
              知道了
            </Button>
          }
        />
      ) : null}
    </Flex>
  )
}
