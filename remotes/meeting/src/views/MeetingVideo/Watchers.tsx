import { itemOf, shapeOf } from '@assoc/contract'
import { selectVideoWatchers } from '@assoc/contract/meeting/video'
import { AppDrawer, ListPage, useResourceList } from '@assoc/ui'
import type { z } from 'zod'
import { lengthOf } from '../../videos/length'

const ROW = itemOf(shapeOf(selectVideoWatchers.response)?.['items'] as z.ZodType) as z.ZodType

/** Who has watched a video, and how much of it. */
export function Watchers({ row, onClose }: { row: { videoId: string; videoName: string }; onClose: () => void }) {
  const list = useResourceList({ call: selectVideoWatchers, idOf: (watcher) => watcher.userId, filters: [], sortable: ['lastTime'], fixed: { videoId: row.videoId }, part: true })
  return (
    <AppDrawer open title={`谁看过：${row.videoName}`} size={980} onClose={onClose}>
      <ListPage
        name="meeting/MeetingVideo/watchers"
        title="谁看过"
        list={list}
        row={ROW}
        search={[]}
        columns={[
          { field: 'personName', width: 100 },
          { field: 'loginName', width: 130 },
          { field: 'watchedShare', width: 130 },
          { field: 'watched', width: 110, title: '观看时长', render: ({ watched }) => lengthOf(watched) },
          { field: 'opened', width: 90 },
          { field: 'lastTime', width: 150, sortable: true },
          { field: 'doneTime', width: 150 },
        ]}
        emptyText="还没有人看过"
      />
    </AppDrawer>
  )
}
