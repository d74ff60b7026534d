import { labelOf, type AnyResource } from '@assoc/contract'
import { Button, Flex, StatusTag, theme } from '../../shell'
import { textOf } from '../../data/kit/columns'
import { RowActions, type RowAction } from '../../data/kit/RowActions'
import { linksOf } from './RecordLink'

type Row = Record<string, unknown>

/** What a record is at a glance: status and facts; the next step as the button, the rest beside it. It stays while the rest is scrolled. */
export function RecordHead({ resource, row, actions }: { resource: AnyResource; row: Row; actions: readonly RowAction[] }) {
  const { token } = theme.useToken()
  const { status, facts = [] } = resource.definition
  const links = linksOf(resource, row)
  const next = actions.find((action) => action.next)
  const others = actions.filter((action) => action !== next)
  return (
    <Flex
      vertical
      gap={10}
      className="kit-record-head"
      style={{ position: 'sticky', top: -24, zIndex: 2, margin: '-24px -24px 0', padding: '16px 24px 12px', background: token.colorBgElevated, borderBottom: `1px solid ${token.colorBorderSecondary}` }}
    >
      <Flex gap={16} align="center" justify="space-between" wrap>
        {status ? <StatusTag of={status.machine} value={String(row[status.field])} /> : <span />}
        {actions.length > 0 ? (
          <Flex gap={14} align="center" role="group" aria-label="操作">
            {others.length > 0 ? <RowActions actions={others} visible={3} /> : null}
            {next ? (
              <Button type="primary" onClick={next.onClick}>
                {next.label}
              </Button>
            ) : null}
          </Flex>
        ) : null}
      </Flex>
      {facts.length > 0 ? (
        <Flex component="dl" gap="6px 28px" wrap style={{ margin: 0 }}>
          {facts.map((field) => (
            <div key={field} style={{ minWidth: 0 }}>
              <dt style={{ color: token.colorTextSecondary, fontSize: 12 }}>{labelOf(resource.row, field)}</dt>
              <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{links[field] ?? textOf(resource.row, field, row[field])}</dd>
            </div>
          ))}
        </Flex>
      ) : null}
    </Flex>
  )
}
