import type { ResponseOf } from '@assoc/contract'
import { userLookup } from '@assoc/contract/rbac/lookups'
import { explainMenu, explainPermit, explainRecord, selectWhyTargets } from '@assoc/contract/rbac/why'
import { FailedToLoad, Flex, Input, RefSelect, Segmented, Select, Skeleton, StateScreen, theme, Typography, useAnswer } from '@assoc/ui'
import { useEffect, useState } from 'react'
import { useQuery } from '../../lib/use-query'
import { Answer, type Kind } from './Answer'

type Targets = ResponseOf<typeof selectWhyTargets>
const KINDS = [
  { value: 'permit', label: '权限点' },
  { value: 'menu', label: '菜单' },
  { value: 'record', label: '某条数据' },
]

const isKind = (value: string): value is Kind => KINDS.some((k) => k.value === value)

/** Why somebody may, or may not: a person and what they want; the question stands in the address. */
export default function WhyCan() {
  const { token } = theme.useToken()
  const { get, set: ask } = useQuery()
  const targets = useAnswer(selectWhyTargets, {})
  const given = get('kind')
  const kind: Kind = isKind(given) ? given : 'permit'
  const [userId, target, recordId] = [get('userId') || null, get('target') || null, get('recordId')]
  const label = { flex: 'none', color: token.colorTextSecondary, width: 64 } as const
  return (
    <Flex vertical gap={12}>
      <section aria-label="要解释的问题" style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: '0 0 12px' }}>
          权限解释
        </Typography.Title>
        <Flex vertical gap={12} style={{ maxWidth: 720 }}>
          <Flex align="center" gap={8}>
            <label htmlFor="why-person" style={label}>
              人员
            </label>
            <PersonPicker value={userId} onChange={(value) => ask({ userId: value })} />
          </Flex>
          <Flex align="center" gap={8}>
            <span style={label}>想知道</span>
            <Segmented options={KINDS} value={kind} onChange={(value) => ask({ kind: String(value), target: null, recordId: null })} aria-label="想知道什么" />
          </Flex>
          <Flex align="center" gap={8}>
            <label htmlFor="why-target" style={label}>
              {kind === 'record' ? '数据' : kind === 'menu' ? '菜单' : '权限点'}
            </label>
            <Flex gap={8} style={{ flex: 1 }}>
              <Select
                id="why-target"
                style={{ flex: 1 }}
                allowClear
                showSearch
                placeholder={kind === 'record' ? '选择数据种类' : '按名称或编码查找'}
                loading={targets.loading}
                value={target}
                options={optionsOf(targets.data, kind)}
                onChange={(value: string | undefined) => ask({ target: value ?? null })}
              />
              {kind === 'record' ? <RecordInput value={recordId} onAsk={(value) => ask({ recordId: value })} /> : null}
            </Flex>
          </Flex>
        </Flex>
      </section>
      <section aria-label="解释" style={{ padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
        {targets.error ? (
          <FailedToLoad message={targets.error} onRetry={() => void targets.reload()} />
        ) : userId && target && (kind !== 'record' || /^\d{1,18}$/.test(recordId)) ? (
          <Explained key={`${userId} ${kind} ${target} ${recordId}`} userId={userId} kind={kind} target={target} recordId={recordId} />
        ) : (
          <StateScreen mark="search" title="选择人员和要解释的对象">
            系统会说明由哪个角色、从何时到何时给予，数据范围如何覆盖，或者缺少什么。
          </StateScreen>
        )}
      </section>
    </Flex>
  )
}

function optionsOf(targets: Targets | null, kind: Kind) {
  if (!targets) return []
  if (kind === 'permit') return targets.permits.map((p) => ({ value: p.permitId, label: `${p.moduleName} · ${p.permitName}（${p.permitCode}）` }))
  if (kind === 'menu') return targets.menus.map((m) => ({ value: m.menuId, label: m.groupName ? `${m.groupName} / ${m.menuName}` : m.menuName }))
  return targets.entities.map((e) => ({ value: e.entity, label: `${e.label}（${e.moduleName}）` }))
}

function RecordInput({ value, onAsk }: { value: string; onAsk: (value: string) => void }) {
  const [text, setText] = useState(value)
  // Another question than they have typed: they went back, or followed a link.
  useEffect(() => setText(value), [value])
  return (
    <Input
      aria-label="记录编号"
      placeholder="记录编号，回车查询"
      style={{ width: 180 }}
      maxLength={18}
      value={text}
      onChange={(e) => setText(e.target.value.replace(/\D/g, ''))}
      onBlur={() => onAsk(text)}
      onPressEnter={() => onAsk(text)}
    />
  )
}

const EVERYBODY = { accountStatus: undefined }

/** Picks a person of the caller's data scope by name, account or mobile, also one who cannot sign in any more. */
const PersonPicker = ({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) => (
  <div style={{ flex: 1, minWidth: 0 }}>
    <RefSelect id="why-person" lookup={userLookup} where={EVERYBODY} value={value} onChange={(next) => onChange(next as string | null)} />
  </div>
)

interface Asked {
  userId: string
  kind: Kind
  target: string
  recordId: string
}

function Explained({ userId, kind, target, recordId }: Asked) {
  const permit = useAnswer(explainPermit, kind === 'permit' ? { userId, permitId: target } : null)
  const menu = useAnswer(explainMenu, kind === 'menu' ? { userId, menuId: target } : null)
  const record = useAnswer(explainRecord, kind === 'record' ? { userId, entity: target, recordId } : null)
  const { data, error, reload } = kind === 'permit' ? permit : kind === 'menu' ? menu : record
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  return data ? <Answer answer={data} kind={kind} /> : <Skeleton active paragraph={{ rows: 6 }} />
}
