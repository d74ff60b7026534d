import { observer } from 'mobx-react-lite'
import { toasts } from '@assoc/session'
import { useEffect, useState } from 'react'
import type { ColumnDifference, ColumnSettings } from '../data/kit/column-settings'
import { Button, DeleteOutlined, Flex, Input, Popover, StarOutlined, Tooltip, Typography } from '../shell'
import { keepPreference, preferences } from '../shell/preferences'

export interface SavedViewsProps {
  /** menuLink of the list's view. */
  name: string
  /** The address as it is now: filters, sort and page size. */
  search: string
  settings: ColumnSettings
  onApply: (search: string) => void
}

interface SavedView {
  name: string
  search: string
  columns: ColumnDifference
}

const MAX_VIEWS = 20

const isView = (v: unknown): v is SavedView => typeof v === 'object' && v !== null && typeof (v as SavedView).name === 'string' && typeof (v as SavedView).search === 'string'

/**
 * Named views of a list: its filters, order and columns. They are kept per person on the server; a link gives the
 * filters and the order to somebody else, whose own rights decide what it shows.
 */
export const SavedViews = observer(function SavedViews({ name, search, settings, onApply }: SavedViewsProps) {
  const key = `views/${name}`
  const [views, setViews] = useState<SavedView[]>([])
  const [open, setOpen] = useState(true)
  const [title, setTitle] = useState('')
  useEffect(() => {
    void preferences()
      .then((all) => setViews(Array.isArray(all[key]) ? (all[key] as unknown[]).filter(isView) : []))
      .catch(() => undefined)
  }, [key])
  const keep = async (next: SavedView[]): Promise<boolean> => {
    const before = views
    setViews(next)
    try {
      await keepPreference(key, next.length > 0 ? next : null)
      return true
    } catch {
      setViews(before)
      toasts.error('视图没有保存成功，请检查网络后重试')
      return false
    }
  }
  const save = () => {
    const trimmed = title.trim()
    if (!trimmed) return
    if (views.length >= MAX_VIEWS && !views.some((v) => v.name === trimmed)) return toasts.error(`最多保存 ${MAX_VIEWS} 个视图，请先删除不用的`)
    void keep([...views.filter((v) => v.name !== trimmed), { name: trimmed, search, columns: settings.difference }]).then((kept) => kept && setTitle(''))
  }
  const share = async (view: SavedView) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${window.location.pathname}${view.search}`)
      toasts.success('链接已复制，对方按自己的权限查看')
    } catch {
      toasts.error('浏览器不允许复制，请检查剪贴板权限')
    }
  }
  const content = (
    <Flex vertical gap={8} style={{ width: 300 }}>
      {views.length === 0 ? <Typography.Text type="secondary">把当前的查询条件、排序和列设置存为视图，下次一键打开。</Typography.Text> : null}
      {views.map((view) => (
        <Flex key={view.name} align="center" justify="space-between" gap={4}>
          <Button
            type="link"
            style={{ padding: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}
            onClick={() => {
              settings.apply(view.columns ?? {})
              onApply(view.search)
              setOpen(false)
            }}
          >
            {view.name}
          </Button>
          <Flex gap={2}>
            <Button size="small" type="text" onClick={() => void share(view)}>
              复制链接
            </Button>
            <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={`删除视图${view.name}`} onClick={() => void keep(views.filter((v) => v !== view))} />
          </Flex>
        </Flex>
      ))}
      <Flex gap={8}>
        <Input size="small" value={title} maxLength={20} placeholder="视图名称" aria-label="视图名称" onChange={(e) => setTitle(e.target.value)} onPressEnter={save} />
        <Button size="small" type="primary" disabled={!title.trim()} onClick={save}>
          保存
        </Button>
      </Flex>
    </Flex>
  )
  return (
    <Popover open={open} onOpenChange={setOpen} content={content} trigger="click" placement="bottomRight" title="我的视图">
      <Tooltip title="我的视图">
        <Button type="text" icon={<StarOutlined />} aria-label="我的视图" aria-haspopup="dialog" />
      </Tooltip>
    </Popover>
  )
})
