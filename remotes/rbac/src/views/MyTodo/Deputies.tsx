import type { ResponseOf } from '@assoc/contract'
import { deputyState, endOwnDeputy, insertOwnDeputy, selectDeputyCandidates, selectDeputyKinds, selectOwnDeputies } from '@assoc/contract/rbac/inbox-deputy'
import { api, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppDrawer, Button, FailedToLoad, Flex, FormDrawer, PeopleSelect, ReasonDialog, Skeleton, StatusTag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'

type Own = ResponseOf<typeof selectOwnDeputies>['given'][number]

const at = (time: string) => dateFormat(time, 'YYYY-MM-DD HH:mm')
const search = async (keyword: string) => (await api(selectDeputyCandidates, { keyword })).map(({ kindLabels, ...one }) => ({ ...one, note: `可代办 ${kindLabels.length} 类：${kindLabels.slice(0, 4).join('、')}${kindLabels.length > 4 ? '等' : ''}` }))

/** What a setting begins with: from this minute on. */
const beginning = () => ({ deputyUserId: null, fromTime: new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString(), toTime: null, kinds: [], reason: null })

/** Who decides for the person while they are away, and for whom the person does. */
export function Deputies({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { data, error, reload } = useAnswer(selectOwnDeputies, {})
  const kinds = useAnswer(selectDeputyKinds, {})
  const [adding, setAdding] = useState<Record<string, unknown> | null>(null)
  const [ending, setEnding] = useState<Own | null>(null)
  const changed = () => {
    void reload()
    onChanged()
  }
  return (
    <AppDrawer open size={640} title="代办人" onClose={onClose} extra={<Button type="primary" onClick={() => setAdding(beginning())}>设置代办人</Button>}>
      {error && !data ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <Flex vertical gap={20}>
          <List title="由谁代我办理" empty="还没有设置。外出或休假时，可以请有相同审批权限的同事代为办理。" items={data.given} nameOf={({ deputyName }) => deputyName} onEnd={setEnding} />
          <List title="我代谁办理" empty="现在没有人请您代办。" items={data.taken} nameOf={({ userName }) => userName} onEnd={setEnding} />
        </Flex>
      )}
      <FormDrawer
        open={adding !== null}
        title="设置代办人"
        call={insertOwnDeputy}
        draft="rbac/MyTodo/deputy"
        initial={adding ?? {}}
        fields={[
          { name: 'deputyUserId', kind: 'own', span: 2, help: '只能代办双方都有权限的事项，数据范围按您的；您或代办人自己提出的，仍由其他人办理', render: <PeopleSelect placeholder="输入姓名查找" search={search} /> },
          { name: 'fromTime', kind: 'dateTime' },
          { name: 'toTime', kind: 'dateTime', help: '到时自动结束，最长 90 天' },
          { name: 'kinds', kind: 'select', multiple: true, span: 2, placeholder: '不选即全部事项', options: (kinds.data ?? []).map(({ key, label, area }) => ({ value: key, label: `${area} · ${label}` })) },
          { name: 'reason', kind: 'text', span: 2, placeholder: '例如 出差、休假' },
        ]}
        onClose={() => setAdding(null)}
        onDone={() => {
          setAdding(null)
          toasts.success('已设置，代办人会收到通知')
          changed()
        }}
      />
      {ending ? (
        <ReasonDialog
          title="结束代办"
          text={`结束后，${ending.deputyName} 立即看不到 ${ending.userName} 的待办，双方都会收到通知。`}
          confirmText="结束代办"
          reason="none"
          danger
          onConfirm={async () => {
            await api(endOwnDeputy, { deputyId: ending.deputyId }, { idempotencyKey: newKey() })
            toasts.success('代办已结束')
            changed()
          }}
          onClose={() => setEnding(null)}
        />
      ) : null}
    </AppDrawer>
  )
}

function List({ title, empty, items, nameOf, onEnd }: { title: string; empty: string; items: readonly Own[]; nameOf: (item: Own) => string; onEnd: (item: Own) => void }) {
  return (
    <section aria-label={title}>
      <Typography.Title level={2} style={{ fontSize: 15, margin: '0 0 8px' }}>
        {title}
      </Typography.Title>
      {items.length === 0 ? <Typography.Text type="secondary">{empty}</Typography.Text> : null}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map((item) => (
          <li key={item.deputyId} style={{ padding: '8px 0' }}>
            <Flex justify="space-between" align="center" gap={12}>
              <Flex vertical>
                <Flex gap={8} align="center">
                  <Typography.Text strong>{nameOf(item)}</Typography.Text>
                  <StatusTag of={deputyState} value={item.deputyState} />
                </Flex>
                <Typography.Text type="secondary">
                  {at(item.fromTime)} 至 {at(item.toTime)} · {item.kindLabels}
                  {item.reason ? ` · ${item.reason}` : ''}
                </Typography.Text>
              </Flex>
              {item.deputyState === 'ended' ? null : (
                <Button danger size="small" onClick={() => onEnd(item)}>
                  结束
                </Button>
              )}
            </Flex>
          </li>
        ))}
      </ul>
    </section>
  )
}
