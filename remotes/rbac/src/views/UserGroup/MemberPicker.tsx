import { queryAllUsersBySystem } from '@assoc/contract/rbac/user'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Button, CloseOutlined, Flex, Input, PlusOutlined, SearchOutlined, Select, Table, Typography, useAnswer, useDepts } from '@assoc/ui'
import { useDeferredValue, useState } from 'react'

export const MOST = 5000
const PAGE = 200

export interface Member {
  userId: string
  realName: string
  loginName: string
}

interface MemberPickerProps {
  value?: string[]
  onChange?: (userIds: string[]) => void
  /** People whose names are known by id; those that are added join them. */
  names: ReadonlyMap<string, Member>
  onFound: (members: readonly Member[]) => void
}

const WIDTH = { flex: '1 1 240px', minWidth: 0 } as const

/** Two lists side by side: people who match a search, and the members. One by one or all that match. */
export function MemberPicker({ value = [], onChange, names, onFound }: MemberPickerProps) {
  const depts = useDepts()
  const [keyword, setKeyword] = useState('')
  const [deptId, setDeptId] = useState<string | undefined>()
  const [within, setWithin] = useState('')
  const [adding, setAdding] = useState(false)
  const word = useDeferredValue(keyword.trim())
  const filter = { accountStatus: 'normal' as const, ...(word ? { keyword: word } : {}), ...(deptId ? { deptId } : {}) }
  const found = useAnswer(queryAllUsersBySystem, { ...filter, pageSize: 20 })
  const chosen = new Set(value)
  const members = value.map((userId) => names.get(userId) ?? { userId, realName: userId, loginName: '' })
  const shown = within.trim() ? members.filter((m) => m.realName.includes(within.trim()) || m.loginName.toLowerCase().includes(within.trim().toLowerCase())) : members

  const add = (people: readonly Member[]) => {
    const more = people.filter((p) => !chosen.has(p.userId))
    if (value.length + more.length > MOST) return void toasts.error(`一个用户组最多 ${MOST.toLocaleString('zh-CN')} 人`)
    onFound(more)
    onChange?.([...value, ...more.map((p) => p.userId)])
  }
  const addAll = async () => {
    setAdding(true)
    try {
      const all: Member[] = []
      for (let page = 1; ; page++) {
        const { items } = await api(queryAllUsersBySystem, { ...filter, page, pageSize: PAGE })
        all.push(...items.map(({ userId, realName, loginName }) => ({ userId, realName, loginName })))
        if (items.length < PAGE || all.length > MOST) break
      }
      add(all)
    } catch {
      toasts.error('没有全部加入，请重试')
    } finally {
      setAdding(false)
    }
  }
  const person = (m: Member) => (
    <span title={m.loginName}>
      {m.realName} <Typography.Text type="secondary">{m.loginName}</Typography.Text>
    </span>
  )
  const total = found.data?.total ?? 0
  return (
    <Flex gap={16} wrap>
      <Flex vertical gap={8} style={WIDTH}>
        <Flex align="center" justify="space-between">
          <Typography.Text strong>可加入 {total.toLocaleString('zh-CN')} 人</Typography.Text>
          <Button size="small" type="link" loading={adding} disabled={total === 0 || total > MOST} onClick={() => void addAll()}>
            全部加入
          </Button>
        </Flex>
        <Input allowClear prefix={<SearchOutlined />} aria-label="查找用户" placeholder="账号、姓名或手机" value={keyword} onChange={(e) => setKeyword(e.target.value)} />
        <Select allowClear showSearch aria-label="按部门查找" placeholder="全部部门" options={depts.options} value={deptId ?? null} onChange={(v: string | null) => setDeptId(v ?? undefined)} />
        <Table<Member>
          size="small"
          rowKey="userId"
          showHeader={false}
          pagination={false}
          loading={found.loading}
          scroll={{ y: 280 }}
          locale={{ emptyText: '没有符合条件的用户' }}
          dataSource={found.data?.items ?? []}
          columns={[
            { key: 'person', render: (_, m) => person(m) },
            {
              key: 'add',
              width: 44,
              render: (_, m) => <Button type="text" size="small" icon={<PlusOutlined />} aria-label={`加入${m.realName}`} disabled={chosen.has(m.userId)} onClick={() => add([{ userId: m.userId, realName: m.realName, loginName: m.loginName }])} />,
            },
          ]}
        />
        {total > 20 ? <Typography.Text type="secondary">只列出前 20 人，请缩小范围或全部加入。</Typography.Text> : null}
      </Flex>
      <Flex vertical gap={8} style={WIDTH}>
        <Flex align="center" justify="space-between">
          <Typography.Text strong aria-live="polite">
            已选 {value.length.toLocaleString('zh-CN')} 人
          </Typography.Text>
          <Button size="small" type="link" danger disabled={shown.length === 0} onClick={() => onChange?.(within.trim() ? value.filter((id) => !shown.some((m) => m.userId === id)) : [])}>
            {within.trim() ? '移出查到的' : '全部移出'}
          </Button>
        </Flex>
        <Input allowClear prefix={<SearchOutlined />} aria-label="在成员中查找" placeholder="在成员中查找" value={within} onChange={(e) => setWithin(e.target.value)} />
        <Table<Member>
          size="small"
          rowKey="userId"
          showHeader={false}
          pagination={false}
          virtual={shown.length > 100}
          scroll={{ y: 320, x: 200 }}
          locale={{ emptyText: within ? '成员中没有此人' : '还没有成员，请从左侧加入' }}
          dataSource={shown}
          columns={[
            { key: 'person', render: (_, m) => person(m) },
            { key: 'remove', width: 44, render: (_, m) => <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`移出${m.realName}`} onClick={() => onChange?.(value.filter((id) => id !== m.userId))} /> },
          ]}
        />
      </Flex>
    </Flex>
  )
}
