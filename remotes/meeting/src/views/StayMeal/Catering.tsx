import type { ResponseOf } from '@assoc/contract'
import { selectCatering } from '@assoc/contract/meeting/stay'
import { dateFormat } from '@assoc/http'
import { FailedToLoad, Flex, Skeleton, Table, Typography, useAnswer } from '@assoc/ui'

type Found = ResponseOf<typeof selectCatering>

/** Meals of each day, what people do not eat, and who is fetched when. */
export function Catering({ meetId }: { meetId: string }) {
  const { data, error, reload } = useAnswer(selectCatering, { meetId })
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 10 }} />
  const fetched = data.pickups.reduce((sum, { people }) => sum + people.length, 0)
  return (
    <Flex vertical gap={16}>
      <section aria-label="用餐">
        <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>用餐</Typography.Title>
        <Table<Found['meals'][number]> size="small" rowKey="name" dataSource={data.meals} pagination={false} locale={{ emptyText: '会议没有用餐项目，可在会议的可选项目中增加，并填写日期' }} columns={[
          { title: '日期', dataIndex: 'day', width: 140, render: (_: unknown, row) => row.day ?? '未填日期' },
          { title: '用餐', dataIndex: 'name' },
          { title: '人数', align: 'right', dataIndex: 'people', width: 120 },
        ]} />
      </section>
      <section aria-label="饮食禁忌">
        <Typography.Title level={2} style={{ fontSize: 15 }}>{`饮食禁忌（${data.diets.length} 人，会议归档时删除）`}</Typography.Title>
        <Table<Found['diets'][number]> size="small" rowKey={(row) => `${row.name} ${row.companyName}`} dataSource={data.diets} pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }} locale={{ emptyText: '没有饮食禁忌' }} columns={[
          { title: '姓名', dataIndex: 'name', width: 120 },
          { title: '单位', dataIndex: 'companyName', width: 200 },
          { title: '禁忌', dataIndex: 'dietNote' },
          { title: '用餐', render: (_: unknown, row) => row.meals.join('、') },
        ]} />
      </section>
      <section aria-label="接站">
        <Typography.Title level={2} style={{ fontSize: 15 }}>{`接站（${fetched} 人）`}</Typography.Title>
        <Table<Found['pickups'][number]> size="small" rowKey={(row) => `${row.hour} ${row.arriveNo}`} dataSource={data.pickups} pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }} locale={{ emptyText: '没有需要接站的人' }} columns={[
          { title: '到达时段', width: 170, render: (_: unknown, row) => row.hour ?? '未填时间' },
          { title: '航班 / 车次', width: 130, render: (_: unknown, row) => row.arriveNo ?? '未填' },
          { title: '人数', align: 'right', width: 80, render: (_: unknown, row) => row.people.length },
          { title: '人员', render: (_: unknown, row) => row.people.map((one) => `${one.name}（${one.companyName ?? ''}，尾号 ${one.mobileEnd}${one.arriveTime ? `，${dateFormat(one.arriveTime, 'HH:mm')}` : ''}）`).join('；') },
        ]} />
      </section>
    </Flex>
  )
}
