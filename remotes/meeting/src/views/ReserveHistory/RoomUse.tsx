import { viewLink, type ResponseOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { selectRoomUse } from '@assoc/contract/meeting/reservation-record'
import { Link } from '@assoc/router'
import { AppModal, DatePicker, FailedToLoad, Flex, Table, Typography, useAnswer } from '@assoc/ui'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'

type Use = ResponseOf<typeof selectRoomUse>['items'][number]

/** `3 小时 30 分`. */
const hours = (minutes: number): string => (minutes === 0 ? '0' : `${minutes >= 60 ? `${Math.floor(minutes / 60)} 小时` : ''}${minutes % 60 ? ` ${minutes % 60} 分` : ''}`.trim())

/** How the rooms were used between two days; each figure opens its bookings. */
export default function RoomUse({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState(() => `${today().slice(0, 7)}-01`)
  const [to, setTo] = useState(() => today())
  const asked = from <= to ? { startDateFrom: from, startDateTo: to } : null
  const { data, error, loading, reload } = useAnswer(selectRoomUse, asked)
  const day = (set: (day: string) => void) => (value: Dayjs | Dayjs[] | null) => value && !Array.isArray(value) && set(value.format('YYYY-MM-DD'))
  const figure = (count: number, { roomId }: Use, reserveStatus?: readonly string[]) =>
    count === 0 ? 0 : (
      <Link to={viewLink('meeting/ReserveHistory', { roomId, startDateFrom: from, startDateTo: to, ...(reserveStatus ? { reserveStatus: reserveStatus.join() } : {}) })} onClick={onClose}>
        {count}
      </Link>
    )
  return (
    <AppModal open title="会议室使用统计" width={920} footer={null} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Flex gap={8} align="center" wrap>
          <DatePicker allowClear={false} value={dayjs(from)} onChange={day(setFrom)} aria-label="使用日期起" />
          <span>至</span>
          <DatePicker allowClear={false} value={dayjs(to)} onChange={day(setTo)} aria-label="使用日期止" />
          <Typography.Text type={asked ? 'secondary' : 'danger'}>{asked ? `${dayjs(to).diff(dayjs(from), 'day') + 1} 天` : '结束日期不能早于开始日期'}</Typography.Text>
        </Flex>
        {error ? (
          <FailedToLoad message={error} onRetry={() => void reload()} />
        ) : (
          <Table<Use>
            size="small"
            rowKey="roomId"
            loading={loading}
            pagination={false}
            scroll={{ y: 420 }}
            dataSource={asked ? (data?.items ?? []) : []}
            columns={[
              { title: '会议室', dataIndex: 'roomName', ellipsis: true },
              { title: '预约次数', dataIndex: 'bookings', width: 90, align: 'right', render: (n: number, row) => figure(n, row) },
              { title: '实际使用', dataIndex: 'used', width: 90, align: 'right', render: (n: number, row) => figure(n, row, ['inUse', 'finished']) },
              { title: '未到场', dataIndex: 'noShows', width: 80, align: 'right', render: (n: number, row) => figure(n, row, ['released']) },
              { title: '取消', dataIndex: 'cancelled', width: 70, align: 'right', render: (n: number, row) => figure(n, row, ['cancelled']) },
              { title: '驳回', dataIndex: 'rejected', width: 70, align: 'right', render: (n: number, row) => figure(n, row, ['rejected']) },
              { title: '使用时长', dataIndex: 'usedMinutes', width: 120, align: 'right', render: hours },
              { title: '利用率', dataIndex: 'share', width: 80, align: 'right', render: (share: number) => `${(share / 10).toFixed(1)}%` },
            ]}
          />
        )}
        <Typography.Text type="secondary">利用率为实际使用时长占工作日（周一至周五）开放时长的比例，只统计您能查看的预约。</Typography.Text>
      </Flex>
    </AppModal>
  )
}
