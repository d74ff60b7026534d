import { Button, Card, Flex, ListPage, resourcePage, ResourcePart, Segmented, useResourceList, type Column, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { PLACES } from '../places'
import { delivery, order, tasting, tea, teaKind, teaStatus } from '../resources'

type Tea = RowOf<typeof tea.list>

const COLUMNS: Column<Tea>[] = [
  { field: 'teaName', width: 180, sortable: true },
  { field: 'teaKind', width: 110, tag: teaKind },
  { field: 'origin', width: 140, editable: true },
  { field: 'price', width: 110, sortable: true },
  { field: 'stock', width: 100, sortable: true, editable: true },
  { field: 'pickedDate', width: 130, sortable: true },
  { field: 'teaStatus', width: 110, tag: teaStatus },
  { field: 'organic', width: 100, hidden: true },
  { field: 'updateTime', width: 160, sortable: true, hidden: true },
]

export const PageExample = resourcePage({
  name: 'kit/TeaList',
  title: '茶样管理',
  resource: tea,
  keywordHint: '名称或产地',
  columns: COLUMNS,
  initial: { stock: 0, organic: false },
  texts: { retire: '停售后不再出现在选样单中，已有订单不受影响。' },
})

/** Fields with structure, and rules between them: in the list, the form and the detail nothing is said here but their names. */
export const KindsExample = resourcePage({
  name: 'kit/OrderList',
  title: '茶样订单',
  resource: order,
  columns: [
    { field: 'orderTitle', width: 160, sortable: true },
    { field: 'delivery', width: 90, tag: delivery },
    { field: 'buyerName', width: 100 },
    { field: 'confirmedTime', width: 150 },
    { field: 'openFrom', width: 110 },
    { field: 'sendTo', width: 220 },
    { field: 'items', width: 260 },
    { field: 'total', width: 120, sortable: true },
    { field: 'note', width: 200 },
  ],
  fields: { place: { kind: 'tree', load: async () => PLACES } },
  initial: { delivery: 'express', items: [{ itemName: '龙井', count: 2, price: 5800 }] },
})

/** The same rows put together by hand, without actions. */
export const ListByHand = observer(function ListByHand() {
  const list = useResourceList({ call: tea.list, idOf: (row: Tea) => row.teaId, filters: ['keyword'], sortable: tea.definition.sortable })
  return (
    <ListPage
      name="kit/TeaByHand"
      title="茶样一览"
      list={list}
      row={tea.row}
      columns={COLUMNS.slice(0, 6)}
      search={[{ kind: 'text', name: 'keyword', label: '名称或产地' }]}
      toolbar={<Button onClick={() => list.change({ sort: { field: 'stock', order: 'asc' } })}>库存从少到多</Button>}
      selectable
    />
  )
})

/** Notes of one sample within a page that is about the sample. */
export function PartExample() {
  const [teaId, setTeaId] = useState('1')
  return (
    <Card>
      <Flex vertical gap={16}>
        <Segmented
          aria-label="茶样"
          style={{ alignSelf: 'start' }}
          value={teaId}
          onChange={setTeaId}
          options={[
            { value: '1', label: '龙井 001' },
            { value: '2', label: '大红袍 002' },
          ]}
        />
        <ResourcePart
          key={teaId}
          name="kit/Tea/tastings"
          title="品鉴记录"
          resource={tasting}
          search={[]}
          fixed={{ teaId }}
          columns={[
            { field: 'taster', width: 160, sortable: true },
            { field: 'score', width: 100, sortable: true },
            { field: 'comment', width: 260 },
          ]}
          initial={{ score: 80 }}
        />
      </Flex>
    </Card>
  )
}
