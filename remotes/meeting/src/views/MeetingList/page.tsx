import { viewLink } from '@assoc/contract'
import { meetingResource, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { useNavigate, useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, deriveSearch, resourcePage, Skeleton } from '@assoc/ui'
import { lazy, Suspense } from 'react'
import { MEETING_FIELDS, MEETING_TEXTS } from '../../meetings/form'
import { MEETING_COLUMNS, MEETING_DETAIL } from '../../meetings/meetings'
import { editPath, listsPath } from '../../meetings/paths'

const Board = lazy(() => import('./Board').then((m) => ({ default: m.Board })))
const CopyDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.CopyDialog })))
const LinksDialog = lazy(() => import('./dialogs').then((m) => ({ default: m.LinksDialog })))

const PUBLIC: readonly string[] = ['published', 'open', 'closed', 'running', 'ended']

/** Meetings of the association, from the draft to the archive. */
const List = resourcePage({
  name: 'meeting/MeetingList',
  title: '会议列表',
  resource: meetingResource,
  keywordHint: '会议名称、编号或地点',
  columns: MEETING_COLUMNS,
  detail: MEETING_DETAIL,
  initial: NEW_MEETING,
  fields: MEETING_FIELDS,
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    return {
      search: [...deriveSearch(meetingResource, '会议名称、编号或地点').filter(({ name }) => name !== 'makerId'), { kind: 'select', name: 'makerId', label: '筹备人', options: [{ value: me.userInfo?.userId ?? '', label: '我筹备的' }] }],
      toForm: (row) => void navigate(editPath(row?.meetId ?? 'new')),
      actions: (row, tools) => [
        ...(me.has('meeting:meeting:update') ? [{ key: 'copy', label: '复制', last: true, onClick: () => tools.show('copy', row) }] : []),
        ...(PUBLIC.includes(row.meetingStatus) ? [{ key: 'links', label: '链接与二维码', last: true, onClick: () => tools.show('links', row) }] : []),
        ...(me.has('meeting:registration:read') && row.meetingStatus !== 'draft' ? [{ key: 'lists', label: '生成名单', last: true, onClick: () => void navigate(listsPath(row.meetId)) }] : []),
      ],
    }
  },
  toolbar: () => <ToBoard />,
  dialogs: { copy: CopyDialog, links: LinksDialog },
  texts: MEETING_TEXTS,
})

function ToBoard() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate(viewLink('meeting/MeetingList', { show: 'board' }))}>看板</Button>
}

export default function MeetingList() {
  const [params] = useSearchParams()
  if (params.get('show') !== 'board') return <List />
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} title={false} />}>
      <Board />
    </Suspense>
  )
}
