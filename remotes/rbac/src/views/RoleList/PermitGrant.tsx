import type { ResponseOf } from '@assoc/contract'
import { saveRmPermitBatch, selectPermit, selectRmPermit } from '@assoc/contract/rbac/permit'
import { dateFormat } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Checkbox, FailedToLoad, Flex, Input, SearchOutlined, Skeleton, StateScreen, Tag, theme, Tooltip, Typography, useAnswer, useSaving, WarningOutlined } from '@assoc/ui'
import { useEffect, useMemo, useState } from 'react'
import { FULL_HEIGHT, GrantFoot, type GrantProps } from './GrantFoot'

type Permit = ResponseOf<typeof selectPermit>[number]

function groupsOf(permits: readonly Permit[], word: string): [string, Permit[]][] {
  const groups = new Map<string, Permit[]>()
  for (const p of permits) {
    if (word && !p.permitName.includes(word) && !p.permitCode.includes(word) && !p.moduleName.includes(word)) continue
    groups.set(p.moduleName, [...(groups.get(p.moduleName) ?? []), p])
  }
  return [...groups]
}

/** Permits of a role by module; sensitive ones are marked. */
export function PermitGrant({ roleId, editable, onDirty, onSaved }: GrantProps) {
  const all = useAnswer(selectPermit, {})
  const given = useAnswer(selectRmPermit, { roleId })
  const [checked, setChecked] = useState<ReadonlySet<string> | null>(null)
  const [word, setWord] = useState('')
  const { busy, save } = useSaving(saveRmPermitBatch)

  const before = useMemo(() => new Set((given.data ?? []).map((p) => p.permitId)), [given.data])
  const now = checked ?? before
  const dirty = checked !== null && (checked.size !== before.size || [...checked].some((id) => !before.has(id)))
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const failed = all.error ?? given.error
  if (failed) return <FailedToLoad message={failed} onRetry={() => (void all.reload(), void given.reload())} />
  if (!all.data || !given.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const groups = groupsOf(all.data, word.trim())
  const ends = new Map(given.data.map((p) => [p.permitId, p.expiresAt]))
  const set = (permits: readonly Permit[], on: boolean) => {
    const next = new Set(now)
    for (const p of permits) {
      if (on) next.add(p.permitId)
      else next.delete(p.permitId)
    }
    setChecked(next)
  }
  const submit = async () => {
    if (!(await save({ roleId, permitIds: [...now] }))) return
    toasts.success('角色权限已保存')
    await given.reload()
    setChecked(null)
    onSaved()
  }
  return (
    <Flex vertical gap={12} style={FULL_HEIGHT}>
      <Input allowClear prefix={<SearchOutlined />} placeholder="按名称、编码或模块查找权限" aria-label="查找权限" value={word} onChange={(e) => setWord(e.target.value)} style={{ maxWidth: 280 }} />
      {groups.length === 0 ? <StateScreen mark="search" title="没有符合的权限" /> : null}
      {groups.map(([name, permits]) => (
        <PermitGroup key={name} name={name} permits={permits} now={now} ends={ends} editable={editable} onSet={set} />
      ))}
      <GrantFoot dirty={dirty} busy={busy} editable={editable} onReset={() => setChecked(null)} onSave={() => void submit()}>
        <Typography.Text type="secondary">
          已选 {now.size} / {all.data.length} 项权限
        </Typography.Text>
      </GrantFoot>
    </Flex>
  )
}

interface GroupProps {
  name: string
  permits: readonly Permit[]
  now: ReadonlySet<string>
  ends: ReadonlyMap<string, string | null>
  editable: boolean
  onSet: (permits: readonly Permit[], on: boolean) => void
}

function PermitGroup({ name, permits, now, ends, editable, onSet }: GroupProps) {
  const { token } = theme.useToken()
  const chosen = permits.filter((p) => now.has(p.permitId)).length
  return (
    <section aria-label={name} style={{ border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG, overflow: 'hidden' }}>
      <div style={{ padding: '8px 12px', background: token.colorFillAlter, borderBottom: `1px solid ${token.colorBorderSecondary}` }}>
        <Checkbox checked={chosen === permits.length} indeterminate={chosen > 0 && chosen < permits.length} disabled={!editable} onChange={(e) => onSet(permits, e.target.checked)}>
          <strong>{name}</strong> <Typography.Text type="secondary">{`${chosen} / ${permits.length}`}</Typography.Text>
        </Checkbox>
      </div>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))', gap: '8px 12px', padding: 12 }}>
        {permits.map((p) => {
          const end = ends.get(p.permitId)
          return (
            <Checkbox key={p.permitId} checked={now.has(p.permitId)} disabled={!editable} onChange={(e) => onSet([p], e.target.checked)}>
              <Tooltip title={p.permitCode}>
                <span>{p.permitName}</span>
              </Tooltip>
              {p.sensitive ? (
                <Tag icon={<WarningOutlined />} color="warning" style={{ marginInlineStart: 6, marginInlineEnd: 0 }}>
                  敏感
                </Tag>
              ) : null}
              {p.permitStatus === 'disabled' ? <Tag style={{ marginInlineStart: 6 }}>停用</Tag> : null}
              {end ? <Typography.Text type="secondary"> 至 {dateFormat(end, 'YYYY-MM-DD')}</Typography.Text> : null}
            </Checkbox>
          )
        })}
      </div>
    </section>
  )
}
