import type { ResponseOf } from '@assoc/contract'
import { equipment, roomRow, roomStatus, type selectRoomByPage } from '@assoc/contract/meeting/room'
import { labelOf } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { api } from '@assoc/http'
import { session } from '@assoc/session'
import { AppDrawer, FailedToLoad, Skeleton, StatusTag, Typography } from '@assoc/ui'
import { AuditTimeline, Descriptions, textOf } from '@assoc/ui/data'
import { useCallback, useEffect, useState } from 'react'

type Room = ResponseOf<typeof selectRoomByPage>['items'][number]

/** A room with all it has; what happened to it, for those who may read the log. */
export function RoomDetail({ room, onClose }: { room: Room; onClose: () => void }) {
  const item = (key: keyof Room & string, children = textOf(roomRow, key, room[key])) => ({ key, label: labelOf(roomRow, key), children })
  return (
    <AppDrawer open size={560} title={room.roomName} onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 120 } }}
        items={[
          item('location'),
          item('capacity', `${room.capacity} 人`),
          item('equipment', room.equipment.map((e) => equipment.labels[e]).join('、') || '—'),
          { key: 'hours', label: '开放时间', children: `${room.openFrom}–${room.openTo}` },
          item('needAudit'),
          { key: 'roomStatus', label: labelOf(roomRow, 'roomStatus'), children: <StatusTag of={roomStatus} value={room.roomStatus} /> },
          item('remark'),
        ]}
      />
      {session().has('rbac:audit:read') ? <History key={room.version} roomId={room.roomId} /> : null}
    </AppDrawer>
  )
}

type Entries = ResponseOf<typeof selectAuditOfRecord>

function History({ roomId }: { roomId: string }) {
  const [entries, setEntries] = useState<Entries | 'failed' | null>(null)
  const load = useCallback(async () => {
    setEntries(null)
    try {
      setEntries(await api(selectAuditOfRecord, { recordType: 'room', recordId: roomId }))
    } catch {
      setEntries('failed')
    }
  }, [roomId])
  useEffect(() => void load(), [load])
  return (
    <section aria-label="动态">
      <Typography.Title level={3} style={{ fontSize: 15, margin: '24px 0 12px' }}>
        动态
      </Typography.Title>
      {entries === null ? <Skeleton active /> : entries === 'failed' ? <FailedToLoad onRetry={() => void load()} /> : <AuditTimeline entries={entries} />}
    </section>
  )
}
