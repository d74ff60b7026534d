import { markCopies, selectCopies } from '@assoc/contract/platform/inbox'
import type { ResponseOf } from '@assoc/contract'
import { api, dateFormat, newKey } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { tellLost } from '@assoc/session'
import { Button, Checkbox, FailedToLoad, Flex, StateScreen, Table, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Copy = ResponseOf<typeof selectCopies>['items'][number]
const PAGE_SIZE = 20

/** Requests that colleagues have sent the person a copy of, to be read and no more. */
export function Copies() {
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [unread, setUnread] = useState(false)
  const { data, error, loading, reload } = useAnswer(selectCopies, { page, pageSize: PAGE_SIZE, ...(unread ? { unread } : {}) })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  const mark = (copyIds: string[], read: boolean) => api(markCopies, { copyIds, read }, { idempotencyKey: newKey() }).then(reload, tellLost)
  const open = ({ copyId, read, link }: Copy) => {
    if (!read) void mark([copyId], true)
    if (link) navigate(link)
  }
  const unreadHere = (data?.items ?? []).filter(({ read }) => !read).map(({ copyId }) => copyId)
  return (
    <>
      <Flex gap={12} align="center" wrap>
        <Checkbox checked={unread} onChange={(e) => (setPage(1), setUnread(e.target.checked))}>
          只看未读{data && data.unread > 0 ? `（${data.unread.toLocaleString('zh-CN')}）` : ''}
        </Checkbox>
        <Button size="small" disabled={unreadHere.length === 0} onClick={() => void mark(unreadHere, true)}>
          本页全部标为已读
        </Button>
      </Flex>
      {data?.total === 0 ? (
        <StateScreen mark="none" title={unread ? '没有未读的抄送' : '还没有抄送给您的事项'}>
          同事在办理过程中抄送给您的事项会列在这里，只能查看。
        </StateScreen>
      ) : (
        <Table<Copy>
          size="small"
          rowKey="copyId"
          loading={loading}
          pagination={{ size: 'small', current: page, pageSize: PAGE_SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
          dataSource={data?.items ?? []}
          columns={[
            {
              title: '事项',
              key: 'title',
              render: (_: unknown, row) =>
                row.link ? (
                  <Button type="link" style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start', fontWeight: row.read ? 400 : 600 }} onClick={() => open(row)}>
                    {row.title}
                  </Button>
                ) : (
                  row.title || <Typography.Text type="secondary">记录已删除，或不在您的数据范围内</Typography.Text>
                ),
            },
            { title: '类别', dataIndex: 'what', width: 140 },
            { title: '现在状态', dataIndex: 'status', width: 120, render: (status: string | null) => status ?? '—' },
            { title: '抄送人', dataIndex: 'from', width: 120 },
            { title: '抄送时间', dataIndex: 'time', width: 150, render: (time: string) => dateFormat(time, 'YYYY-MM-DD HH:mm') },
            {
              title: '阅读',
              key: 'read',
              width: 130,
              render: (_: unknown, { copyId, read, title }) => (
                <Button size="small" type="text" aria-label={`${read ? '标为未读' : '标为已读'} ${title}`} onClick={() => void mark([copyId], !read)}>
                  {read ? '已读，标为未读' : '未读，标为已读'}
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  )
}
