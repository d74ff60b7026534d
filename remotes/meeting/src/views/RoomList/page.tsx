import type { ResponseOf } from '@assoc/contract'
import { batchRoom, changeRoomStatus, deleteRoom, equipment, insertRoom, roomRow, roomStatus, selectRoomByPage, updateRoom } from '@assoc/contract/meeting/room'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, Flex, PlusOutlined, Tag } from '@assoc/ui'
import { type Column, FormDrawer, type FormField, ListPage, ReasonDialog, type RowAction, RowActions, stepsOf, useBatch, useResourceList } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { RoomDetail } from './RoomDetail'

type Room = ResponseOf<typeof selectRoomByPage>['items'][number]

const HALF_HOURS = Array.from({ length: 48 }, (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`).map((value) => ({ value, label: value }))

const FIELDS: FormField[] = [
  { name: 'roomName', kind: 'text' },
  { name: 'location', kind: 'text' },
  { name: 'capacity', kind: 'number' },
  { name: 'needAudit', kind: 'switch' },
  { name: 'openFrom', kind: 'select', options: HALF_HOURS },
  { name: 'openTo', kind: 'select', options: HALF_HOURS },
  { name: 'equipment', kind: 'checks', options: equipment.options, span: 2 },
  { name: 'remark', kind: 'longText' },
]

const NEW_ROOM = { openFrom: '08:00', openTo: '18:00', needAudit: false, equipment: [] }

const COLUMNS: Column<Room>[] = [
  { field: 'roomName', width: 130, sortable: true },
  { field: 'location', width: 140 },
  { field: 'capacity', width: 100, sortable: true },
  { field: 'equipment', width: 195, render: (row) => <Flex gap={4} wrap>{row.equipment.map((e) => <Tag key={e} style={{ marginInlineEnd: 0 }}>{equipment.labels[e]}</Tag>)}</Flex> },
  { field: 'openFrom', title: '开放时间', width: 120, render: (row) => `${row.openFrom}–${row.openTo}` },
  { field: 'needAudit', width: 80, title: '需审批' },
  { field: 'roomStatus', width: 95, title: '状态', tag: roomStatus },
  { field: 'remark', width: 220, hidden: true },
]

/** What each step does, in the words of the question before it. */
const STEP_TEXT: Record<Asking['verb'], string> = {
  maintain: '维护期间不接受新的预约，已有的预约保留。',
  close: '停用后不再出现在预约表中。还有未结束的预约时不能停用。',
  reopen: '恢复后可以重新预约。',
  delete: '删除后不能恢复，过去的预约记录保留。还有未结束的预约时不能删除。',
}

type Asking = { room: Room; verb: 'delete' | 'maintain' | 'close' | 'reopen' }

/** The meeting rooms of the house: making, changing, taking out of use. */
function RoomList() {
  const [editing, setEditing] = useState<Room | 'new' | null>(null)
  const [open, setOpen] = useState<Room | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const list = useResourceList({ call: selectRoomByPage, idOf: (row) => row.roomId, filters: ['keyword', 'roomStatus'], sortable: ['roomName', 'capacity'] })
  const batch = useBatch({
    call: batchRoom,
    what: '会议室',
    steps: stepsOf(roomStatus, deleteRoom),
    texts: STEP_TEXT,
    store: list.store,
    onDone: () => void list.reload(),
  })
  const old = editing === 'new' || editing === null ? null : editing

  const actionsOf = (room: Room): RowAction[] => {
    const can = (verb: string) => room.abilities.includes(verb)
    const steps = roomStatus.transitions.filter((t) => can(t.verb) && t.from.includes(room.roomStatus))
    return [
      ...(can('update') ? [{ key: 'update', label: '修改', onClick: () => setEditing(room) }] : []),
      ...steps.map((t) => ({ key: t.verb, label: t.label, danger: t.danger ?? false, onClick: () => setAsking({ room, verb: t.verb as Asking['verb'] }) })),
      ...(can('delete') ? [{ key: 'delete', label: '删除', danger: true, onClick: () => setAsking({ room, verb: 'delete' }) }] : []),
    ]
  }

  const carryOut = async ({ room, verb }: Asking) => {
    const { roomId, version } = room
    try {
      if (verb === 'delete') await api(deleteRoom, { roomId, version })
      else await api(changeRoomStatus, { roomId, version, verb })
      toasts.success(verb === 'delete' ? '会议室已删除' : '会议室状态已变更')
    } finally {
      void list.reload()
    }
  }

  const step = asking ? roomStatus.transitions.find((t) => t.verb === asking.verb) : undefined
  return (
    <>
      <ListPage
        name="meeting/RoomList"
        title="会议室列表"
        list={list}
        row={roomRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '名称、位置或拼音首字母' },
          { kind: 'select', name: 'roomStatus', label: '状态', options: roomStatus.options },
        ]}
        toolbar={
          session().has('meeting:room:update') ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
              新增会议室
            </Button>
          ) : null
        }
        rowActions={(row) => <RowActions actions={actionsOf(row)} />}
        actionsWidth={170}
        selectable={batch.any}
        selectionActions={() => batch.buttons}
        onOpen={setOpen}
      />
      {batch.dialog}
      {open ? <RoomDetail room={open} onClose={() => setOpen(null)} /> : null}
      {old ? (
        <FormDrawer
          open
          title={`修改会议室 · ${old.roomName}`}
          call={updateRoom}
          fields={FIELDS}
          initial={{ ...old }}
          hidden={{ roomId: old.roomId, version: old.version }}
          draft={`meeting/RoomList/${old.roomId}`}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            toasts.success('会议室已保存')
            void list.reload()
          }}
        />
      ) : null}
      <FormDrawer
        open={editing === 'new'}
        title="新增会议室"
        call={insertRoom}
        fields={FIELDS}
        initial={NEW_ROOM}
        draft="meeting/RoomList"
        onClose={() => setEditing(null)}
        onDone={() => {
          setEditing(null)
          toasts.success('会议室已新增')
          void list.reload()
        }}
      />
      {asking ? (
        <ReasonDialog
          title={asking.verb === 'delete' ? '删除会议室' : (step?.label ?? '')}
          text={`${asking.room.roomName}：${STEP_TEXT[asking.verb]}`}
          confirmText={asking.verb === 'delete' ? '删除' : (step?.label ?? '确定')}
          reason="none"
          danger={asking.verb === 'delete' || Boolean(step?.danger)}
          onConfirm={() => carryOut(asking)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </>
  )
}

export default observer(RoomList)
