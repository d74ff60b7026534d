import { Button, ListPage, useResourceList, type RowOf } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { STATES } from '../api/answers'

type Kind = keyof typeof STATES
type Row = RowOf<(typeof STATES)['empty']['list']>

const TITLES: Record<Kind, string> = {
  empty: '还没有数据',
  noMatch: '没有符合条件的记录',
  loading: '正在加载',
  network: '网络不通',
  fault: '服务出错，附请求编号',
  forbidden: '没有权限',
  later: '加载过，刷新时网络不通',
}

const State = observer(function State({ kind }: { kind: Kind }) {
  const resource = STATES[kind]
  const list = useResourceList({
    call: resource.list,
    idOf: (row: Row) => row.teaId,
    filters: ['keyword'],
    sortable: resource.definition.sortable,
    part: true,
    ...(kind === 'noMatch' ? { defaultFilters: { keyword: '云雾' } } : {}),
  })
  return (
    <ListPage
      name={`kit/State/${kind}`}
      title={TITLES[kind]}
      list={list}
      row={resource.row}
      columns={[{ field: 'teaName', width: 180, sortable: true }, { field: 'origin', width: 140 }]}
      search={kind === 'noMatch' ? [{ kind: 'text', name: 'keyword', label: '关键字' }] : []}
      emptyAction={<Button type="primary">新增茶样</Button>}
    />
  )
})

/** A list in each of its states. */
export const StatesExample = () => (
  <div style={{ display: 'grid', gap: 16, alignItems: 'start', gridTemplateColumns: 'repeat(auto-fill, minmax(440px, 1fr))' }}>
    {(Object.keys(STATES) as Kind[]).map((kind) => (
      <State key={kind} kind={kind} />
    ))}
  </div>
)
