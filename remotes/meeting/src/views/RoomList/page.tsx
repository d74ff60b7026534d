import { room, roomStatus } from '@assoc/contract/meeting/room'
import { resourcePage } from '@assoc/ui'
import { lazy, Suspense } from 'react'

const Door = lazy(() => import('./Door'))

/** The meeting rooms of the house: making, changing, taking out of use. */
export default resourcePage({
  name: 'meeting/RoomList',
  title: '会议室列表',
  resource: room,
  keywordHint: '名称、位置或拼音首字母',
  columns: [
    { field: 'roomName', width: 130, sortable: true },
    { field: 'location', width: 140 },
    { field: 'capacity', width: 100, sortable: true },
    { field: 'equipment', width: 195 },
    { field: 'openHours', width: 120 },
    { field: 'needAudit', width: 80, title: '需审批' },
    { field: 'roomStatus', width: 95, title: '状态', tag: roomStatus },
    { field: 'remark', width: 220, hidden: true },
  ],
  fields: { equipment: { span: 2 } },
  initial: { openFrom: '08:00', openTo: '18:00', needAudit: false, equipment: [] },
  texts: {
    maintain: '维护期间不接受新的预约，已有的预约保留。',
    close: '停用后不再出现在预约表中。还有未结束的预约时不能停用。',
    reopen: '恢复后可以重新预约。',
    delete: '删除后不能恢复，过去的预约记录保留。还有未结束的预约时不能删除。',
  },
  actions: (row, { show }) => [{ key: 'door', label: '门牌码', last: true, onClick: () => show('door', row) }],
  dialogs: {
    door: ({ row, onClose }) => (
      <Suspense>
        <Door room={row} onClose={onClose} />
      </Suspense>
    ),
  },
})
