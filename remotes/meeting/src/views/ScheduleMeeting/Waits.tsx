import { cancelRoomWait, selectRoomWaits, waitState } from '@assoc/contract/meeting/room-wait'
import { api, ApiError } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Button, FailedToLoad, Flex, Table, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ScheduleStore } from './store'
import { clock, dayOf, minutesOf, shortDay, weekdayName } from './time'

/** What the person waits for; a link with the id of a wait opens the form for it. */
export const Waits = observer(function Waits({ store, waitId, onClose }: { store: ScheduleStore; waitId: string | null; onClose: () => void }) {
  const { data, error, loading, reload } = useAnswer(selectRoomWaits, {})
  type Wait = NonNullable<typeof data>['items'][number]

  const book = (wait: Wait) => {
    onClose()
    store.bookWaited(dayOf(wait.startTime), { roomId: wait.roomId, from: minutesOf(wait.startTime), to: minutesOf(wait.endTime) }, wait.title, wait.attendNum)
  }
  useEffect(() => {
    if (!data || waitId === null || !store.loaded) return
    const named = data.items.find((w) => w.waitId === waitId && w.waitState === 'told')
    if (named) book(named)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the answer is there
  }, [data, store.loaded])

  const leave = async (wait: Wait) => {
    try {
      await api(cancelRoomWait, { waitId: wait.waitId })
      toasts.success('已取消等候')
    } catch (caught) {
      if (!(caught instanceof ApiError)) toasts.error('网络连接失败，请重试')
    }
    await reload()
  }
  return (
    <AppModal open title="我的等候" width={760} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      <Flex vertical gap={12}>
        {error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : (
          <Table<Wait>
            size="small"
            rowKey="waitId"
            loading={loading}
            pagination={false}
            scroll={{ y: 360 }}
            locale={{ emptyText: '没有等候中的会议室' }}
            dataSource={data?.items ?? []}
            columns={[
              { title: '时间', width: 190, render: (_value, w) => `${shortDay(dayOf(w.startTime))} ${weekdayName(dayOf(w.startTime))} ${clock(minutesOf(w.startTime))}–${clock(minutesOf(w.endTime))}` },
              { title: '会议室', dataIndex: 'roomName', width: 120, ellipsis: true },
              { title: '预约事由', dataIndex: 'title', ellipsis: true },
              { title: '状态', width: 150, render: (_value, w) => (w.waitState === 'told' ? `${waitState.labels.told}（至 ${clock(minutesOf(w.toldUntil ?? w.startTime))}）` : `前面 ${w.before} 人等候`) },
              {
                title: '操作',
                width: 130,
                render: (_value, w) => (
                  <Flex gap={4}>
                    {w.waitState === 'told' ? (
                      <Button size="small" type="link" onClick={() => book(w)}>
                        预约
                      </Button>
                    ) : null}
                    <Button size="small" type="link" onClick={() => void leave(w)}>
                      取消等候
                    </Button>
                  </Flex>
                ),
              },
            ]}
          />
        )}
        <Typography.Text type="secondary">会议室空出后按等候先后通知；30 分钟内没有预约的，通知下一位。空出的时段不为等候人保留，请及时预约。</Typography.Text>
      </Flex>
    </AppModal>
  )
})
