import { deputyState, inboxDeputy, selectDeputyKinds } from '@assoc/contract/rbac/inbox-deputy'
import { resourcePage, useAnswer } from '@assoc/ui'

/** The kinds of requests that the inbox knows, under their areas. */
function useKinds() {
  const { data } = useAnswer(selectDeputyKinds, { all: true })
  return { fields: { kinds: { kind: 'select' as const, multiple: true, span: 2 as const, placeholder: '不选即全部事项', options: (data ?? []).map(({ key, label, area }) => ({ value: key, label: `${area} · ${label}` })) } } }
}

/** Who decides for somebody who is away; people set their own in their inbox. */
export default resourcePage({
  name: 'rbac/DeputyList',
  title: '待办代办',
  resource: inboxDeputy,
  columns: [
    { field: 'userName', width: 110 },
    { field: 'deputyName', width: 110 },
    { field: 'deputyState', width: 92, tag: deputyState },
    { field: 'kindLabels', width: 260 },
    { field: 'fromTime', width: 155 },
    { field: 'toTime', width: 155, sortable: true },
    { field: 'reason', width: 180 },
    { field: 'createName', width: 100 },
    { field: 'endTime', width: 155, hidden: true },
    { field: 'createTime', width: 155, hidden: true },
  ],
  usePage: useKinds,
  fields: {
    userId: { span: 1, help: '不能自己设置的人，例如病假中的' },
    deputyUserId: { span: 1, help: '只能代办双方都有权限的事项，数据范围按本人的' },
    toTime: { help: '到时自动结束，最长 90 天' },
    reason: { span: 2, help: '双方和审计人员会看到' },
  },
  initial: { kinds: [] },
  nameOf: (row) => `${row.userName ?? ''} 由 ${row.deputyName ?? ''} 代办`,
  detail: ['userName', 'deputyName', 'deputyState', 'kindLabels', 'fromTime', 'toTime', 'endTime', 'reason', 'createName', 'createTime'],
  texts: { end: '结束后，代办人立即看不到本人的待办，双方都会收到通知。' },
  emptyText: '本人在“我的待办”中设置代办人；不能自己设置的，可以在此代为设置。',
})
