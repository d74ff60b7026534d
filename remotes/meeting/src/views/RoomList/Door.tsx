import { selectRoomDoor } from '@assoc/contract/meeting/room-door'
import { AppModal, Button, FailedToLoad, Flex, Skeleton, Typography, useAnswer } from '@assoc/ui'

/** The code that hangs at a room's door: it opens the room's day, without signing in. */
export default function Door({ room, onClose }: { room: { roomId: string; roomName: string }; onClose: () => void }) {
  const { data, error, reload } = useAnswer(selectRoomDoor, { roomId: room.roomId })
  return (
    <AppModal open title={`门牌码 · ${room.roomName}`} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {data ? (
        <Flex vertical align="center" gap={12}>
          <img alt={`${room.roomName}的门牌码`} width={240} height={240} style={{ borderRadius: 6, background: '#fff' }} src={`data:image/svg+xml,${encodeURIComponent(data.picture)}`} />
          <Typography.Link href={data.address} target="_blank" rel="noreferrer" style={{ overflowWrap: 'anywhere' }}>
            {data.address}
          </Typography.Link>
          <Typography.Text type="secondary">张贴在会议室门口，扫码查看当天预约和空闲时间，无需登录，不显示预约人姓名。</Typography.Text>
        </Flex>
      ) : error ? null : (
        <Skeleton active />
      )}
    </AppModal>
  )
}
