import { Button, DownOutlined, Dropdown, Tooltip } from '../../shell'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled: beside the pointer, and in the name that is read out. */
  why?: string
  /** Opens the row's detail and does nothing else: left out where that is open. */
  opens?: boolean
  onClick: () => void
}

/** Actions on a row: at most `visible` as links, the rest below 更多. */
export function RowActions({ actions, visible = 2 }: { actions: readonly RowAction[]; visible?: number }) {
  const shown = actions.length <= visible + 1 ? actions : actions.slice(0, visible)
  const rest = actions.slice(shown.length)
  if (actions.length === 0) return <span aria-label="没有可用的操作">—</span>
  return (
    <>
      {shown.map((a) => (
        <Tooltip key={a.key} title={a.why}>
          <Button type="link" size="small" style={{ padding: 0 }} danger={a.danger ?? false} disabled={a.disabled ?? false} onClick={a.onClick} {...(a.why ? { 'aria-label': `${a.label}（${a.why}）` } : {})}>
            {a.label}
          </Button>
        </Tooltip>
      ))}
      {rest.length > 0 ? (
        <Dropdown
          trigger={['click']}
          autoFocus
          menu={{
            items: rest.map((a) => ({ key: a.key, label: a.why ? `${a.label}（${a.why}）` : a.label, danger: a.danger ?? false, disabled: a.disabled ?? false })),
            onClick: ({ key }) => rest.find((a) => a.key === key)?.onClick(),
          }}
        >
          <Button type="link" size="small" style={{ padding: 0 }} aria-haspopup="menu">
            更多 <DownOutlined style={{ fontSize: 10 }} />
          </Button>
        </Dropdown>
      ) : null}
    </>
  )
}
