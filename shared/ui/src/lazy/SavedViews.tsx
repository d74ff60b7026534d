import { Popover } from 'antd'
import type { ResponseOf } from '@assoc/contract'
import { deleteSavedView, saveSavedView, selectSavedViews, shareWith } from '@assoc/contract/platform/saved-view'
import { ApiError, api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { ColumnDifference, ColumnSettings } from '../data/kit/column-settings'
import { useAnswer } from '../data/kit/use-answer'
import { useDefaultView } from '../data/kit/use-default-view'
import { Button, Dropdown, Flex, Input, MoreOutlined, Skeleton, StarOutlined, Tag, Tooltip, Typography } from '../shell'

export interface SavedViewsProps {
  /** menuLink of the list's view. */
  name: string
  /** The address as it is now: filters, sort and page size. */
  search: string
  settings: ColumnSettings
  onApply: (search: string) => void
}

type View = ResponseOf<typeof selectSavedViews>['items'][number]
type Share = View['shareWith']

/**
 * Named views of a list: its filters, order and columns. They are kept on the server, for their owner alone, them
 * department or everybody; one of them may be what the list opens with. Whoever opens one sees what their own rights allow.
 */
export const SavedViews = observer(function SavedViews({ name, search, settings, onApply }: SavedViewsProps) {
  const views = useAnswer(selectSavedViews, { list: name })
  const [standard, setStandard] = useDefaultView(name)
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState('')
  const now = () => ({ list: name, search, columns: JSON.parse(JSON.stringify(settings.difference)) as View['columns'] })
  const write = async (work: Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work
      if (done) toasts.success(done)
      return true
    } catch (error) {
      // A refusal has been shown.
      if (!(error instanceof ApiError)) toasts.error('视图没有保存成功，请检查网络后重试')
      return false
    } finally {
      void views.reload()
    }
  }
  const adding = useRef(false)
  const add = async () => {
    const trimmed = title.trim()
    if (!trimmed || adding.current) return
    adding.current = true
    if (await write(api(saveSavedView, { ...now(), title: trimmed, shareWith: 'none' }))) setTitle('')
    adding.current = false
  }
  const change = ({ viewId, version, title: kept, ...view }: View, part: { shareWith?: Share; search?: string; columns?: View['columns'] }, done: string) =>
    void write(api(saveSavedView, { viewId, version, list: name, title: kept, search: view.search, columns: view.columns, shareWith: view.shareWith, ...part }), done)
  const copy = async (view: View) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${window.location.pathname}${view.search}`)
      toasts.success('链接已复制，对方按自己的权限查看')
    } catch {
      toasts.error('浏览器不允许复制，请检查剪贴板权限')
    }
  }
  const keepStandard = (view: View | null) => void setStandard(view ? { viewId: view.viewId, search: view.search } : null).catch(() => toasts.error('默认视图没有保存成功，请检查网络后重试'))
  const apply = (view: View) => {
    settings.apply((view.columns ?? {}) as ColumnDifference)
    onApply(view.search)
    setOpen(false)
  }
  const actions = (view: View) => {
    const isStandard = standard?.viewId === view.viewId
    const own = [
      { key: 'update', label: '更新为当前条件', run: () => change(view, now(), '视图已更新') },
      ...shareWith.options.filter((o) => o.value !== view.shareWith).map((o) => ({ key: o.value, label: o.value === 'none' ? '取消共享' : `共享给${o.label}`, run: () => change(view, { shareWith: o.value }, o.value === 'none' ? '已取消共享' : `已共享给${o.label}`) })),
    ]
    return [
      { key: 'standard', label: isStandard ? '取消默认' : '设为默认', run: () => keepStandard(isStandard ? null : view) },
      ...(view.mine ? own : []),
      { key: 'copy', label: '复制链接', run: () => void copy(view) },
      ...(view.mine ? [{ key: 'delete', label: '删除', danger: true, run: () => void write(api(deleteSavedView, { viewId: view.viewId, version: view.version })) }] : []),
    ]
  }
  const line = (view: View) => {
    const items = actions(view)
    return (
      <Flex key={view.viewId} align="center" justify="space-between" gap={4}>
        <Button type="link" style={{ padding: 0, overflow: 'hidden', textOverflow: 'ellipsis' }} onClick={() => apply(view)}>
          {view.title}
        </Button>
        <Flex gap={4} align="center" style={{ flex: 'none' }}>
          {standard?.viewId === view.viewId ? <Tag style={{ marginInlineEnd: 0 }}>默认</Tag> : null}
          {view.mine && view.shareWith !== 'none' ? <Tag style={{ marginInlineEnd: 0 }}>{shareWith.labels[view.shareWith]}可见</Tag> : null}
          {view.mine ? null : <Typography.Text type="secondary">{view.ownerName}</Typography.Text>}
          <Dropdown
            trigger={['click']}
            menu={{ items: items.map(({ run: _run, ...item }) => item), onClick: ({ key }) => items.find((i) => i.key === key)?.run() }}
          >
            <Button size="small" type="text" icon={<MoreOutlined />} aria-label={`视图${view.title}的操作`} aria-haspopup="menu" />
          </Dropdown>
        </Flex>
      </Flex>
    )
  }
  const all = views.data?.items ?? []
  const [mine, others] = [all.filter((v) => v.mine), all.filter((v) => !v.mine)]
  const content = (
    <Flex vertical gap={8} style={{ width: 320 }}>
      {views.error && !views.data ? (
        <Flex gap={8} align="center" role="alert">
          {views.error}
          <Button size="small" onClick={() => void views.reload()}>
            重试
          </Button>
        </Flex>
      ) : null}
      {!views.data && !views.error ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : null}
      {views.data && all.length === 0 ? <Typography.Text type="secondary">把当前的查询条件、排序和列设置存为视图，下次一键打开，也可以共享给同事。</Typography.Text> : null}
      <Flex vertical gap={4} style={{ maxHeight: 320, overflow: 'auto' }}>
        {mine.map(line)}
        {others.length > 0 ? (
          <Typography.Text type="secondary" style={{ marginTop: 4 }}>
            共享给我的
          </Typography.Text>
        ) : null}
        {others.map(line)}
      </Flex>
      <Flex gap={8}>
        <Input size="small" value={title} maxLength={20} placeholder="视图名称" aria-label="视图名称" onChange={(e) => setTitle(e.target.value)} onPressEnter={() => void add()} />
        <Button size="small" type="primary" disabled={!title.trim()} onClick={() => void add()}>
          保存
        </Button>
      </Flex>
    </Flex>
  )
  return (
    <Popover open={open} onOpenChange={setOpen} content={content} trigger="click" placement="bottomRight" title="列表视图">
      <Tooltip title="列表视图">
        <Button type="text" icon={<StarOutlined />} aria-label="列表视图" aria-haspopup="dialog" />
      </Tooltip>
    </Popover>
  )
})
