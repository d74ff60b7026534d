import type { ResponseOf } from '@assoc/contract'
import { decideInboxMany, selectInbox } from '@assoc/contract/platform/inbox'
import { api, dateFormat, newKey } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, ReasonDialog, Select, Skeleton, StateScreen, theme, Typography, useAnswer, useShortcuts } from '@assoc/ui'
import { useRef, useState } from 'react'
import { useQuery } from '../../lib/use-query'
import { Deputies } from './Deputies'
import { keyOf } from './item'
import { Items } from './Items'
import { Thing, type Step } from './Thing'

type Kinds = ResponseOf<typeof selectInbox>['kinds']

const PAGE_SIZE = 50

/** Kinds under the area that they belong to, with their numbers. */
function choicesOf(kinds: Kinds) {
  const areas = [...new Set(kinds.map(({ area }) => area))]
  const all = kinds.reduce((sum, { count }) => sum + count, 0)
  return [
    { value: '', label: `全部事项（${all.toLocaleString('zh-CN')}）` },
    ...areas.map((area) => ({ label: area, options: kinds.filter((kind) => kind.area === area).map(({ key, label, count }) => ({ value: key, label: `${label}（${count.toLocaleString('zh-CN')}）` })) })),
  ]
}

/** The things that wait, oldest first, with the record of the chosen one beside them. */
export function Waiting() {
  const { token } = theme.useToken()
  const { get, set } = useQuery()
  const [kind, open, page, behalf] = [get('kind'), get('record'), Math.max(1, Number(get('page')) || 1), /^\d{1,18}$/.test(get('behalf')) ? get('behalf') : '']
  /** For whom: nothing is said of one's own. */
  const whose = behalf ? { deputyId: behalf } : {}
  const { data, error, loading, reload } = useAnswer(selectInbox, { ...(kind ? { kind } : {}), ...whose, page, pageSize: PAGE_SIZE })
  const [deputies, setDeputies] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [many, setMany] = useState<Step | null>(null)
  /** A decision was made: the keys belong to the next record, wherever the dialog gives the focus back to. */
  const decidedOne = useRef(false)
  // Until the answer to another choice is there, what the last one found is nobody's business.
  const items = (data?.items ?? []).filter((item) => !kind || item.kind === kind)
  const shown = items.find((item) => keyOf(item) === open) ?? items[0]
  const at = shown ? items.indexOf(shown) : -1
  const go = (to: number) => {
    const next = items[to]
    if (next) set({ record: keyOf(next) })
  }
  useShortcuts({ j: () => go(at + 1), k: () => go(at - 1) })

  // What comes next is open before the list is there again, so that a run of decisions waits for nothing.
  const decided = () => {
    decidedOne.current = true
    const next = items[at + 1] ?? items[at - 1]
    set({ record: next ? keyOf(next) : null })
    setChosen((all) => all.filter((key) => !shown || key !== keyOf(shown)))
    void reload()
  }
  const chosenItems = items.filter((item) => chosen.includes(keyOf(item)))
  const onlyKind = new Set(chosenItems.map((item) => item.kind)).size === 1 ? chosenItems[0]?.kind : undefined

  const decideMany = async (step: Step, reason: string) => {
    if (!onlyKind) return
    const { done, failed } = await api(decideInboxMany, { kind: onlyKind, ...whose, ids: chosenItems.map((item) => item.recordId), verb: step.verb, reason: reason || null }, { idempotencyKey: newKey() })
    if (done > 0) toasts.success(`已${step.label} ${done} 件`)
    if (failed.length > 0) toasts.error(`${failed.length} 件没有办理：${failed.slice(0, 3).map(({ name, message }) => `${name} ${message}`).join('；')}`)
    setChosen(failed.map(({ id }) => keyOf({ kind: onlyKind, recordId: id })))
    set({ record: null })
    await reload().catch(tellLost)
  }

  if (error)
    return (
      <>
        <FailedToLoad message={behalf ? '代办已经结束，或内容没有加载成功' : error} onRetry={() => void reload()} />
        {behalf ? <Button onClick={() => set({ behalf: null, kind: null, record: null, page: null })}>回到我的待办</Button> : null}
      </>
    )
  const acting = data?.behalf.find(({ deputyId }) => deputyId === behalf)
  if (!data || (loading && items.length === 0)) return <Skeleton active paragraph={{ rows: 8 }} title={false} />
  return (
    <>
      <Flex gap={8} align="center" wrap>
        {data.behalf.length > 0 ? (
          <Select
            aria-label="为谁办理"
            style={{ width: 200 }}
            value={behalf}
            options={[{ value: '', label: '我自己的' }, ...data.behalf.map(({ deputyId, name, count }) => ({ value: deputyId, label: `代 ${name}（${count.toLocaleString('zh-CN')}）` }))]}
            onChange={(value: string) => (setChosen([]), set({ behalf: value || null, kind: null, record: null, page: null }))}
          />
        ) : null}
        <Select aria-label="事项类别" showSearch style={{ width: 280 }} value={kind} options={choicesOf(data.kinds)} onChange={(value: string) => (setChosen([]), set({ kind: value || null, record: null, page: null }))} />
        <Typography.Text type="secondary">{kind || data.total < 1 ? '' : '按等待时间从长到短；某类较多时，请选择类别查看全部'}</Typography.Text>
        {chosenItems.length > 0 ? <Typography.Text>{onlyKind ? `已选 ${chosenItems.length} 件，在右侧选择要办理的操作` : '一次只能办理同一类事项，请重新勾选'}</Typography.Text> : null}
        {chosenItems.length > 0 ? (
          <Button type="link" size="small" onClick={() => setChosen([])}>
            取消勾选
          </Button>
        ) : null}
        <Button style={{ marginInlineStart: 'auto' }} onClick={() => setDeputies(true)}>
          代办人
        </Button>
      </Flex>
      {acting ? (
        <Alert type="info" showIcon title={`正在代 ${acting.name} 办理，到 ${dateFormat(acting.toTime, 'YYYY-MM-DD HH:mm')} 为止`} description={`列出双方都有权限的事项；办理记录写明“代 ${acting.name}”。您或 ${acting.name} 提出的，由其他人办理。`} />
      ) : null}
      {items.length === 0 ? (
        <StateScreen mark="none" title="没有等您办理的事项">
          新的申请提交后会出现在这里，由您提交的由他人办理。
        </StateScreen>
      ) : (
        <Flex gap={16} align="stretch" style={{ minHeight: 0 }}>
          <div style={{ flex: '0 0 46%', minWidth: 0, opacity: loading ? 0.7 : 1 }}>
            <Items items={items} open={shown ? keyOf(shown) : ''} chosen={chosen} onOpen={(item) => set({ record: keyOf(item) })} onChoose={setChosen} />
            {data.total > PAGE_SIZE ? <Pages page={page} last={Math.ceil(data.total / PAGE_SIZE)} onGo={(to) => set({ page: String(to), record: null })} /> : null}
          </div>
          <div style={{ flex: 1, minWidth: 0, borderLeft: `1px solid ${token.colorBorderSecondary}`, paddingLeft: 16 }}>
            {shown ? <Thing key={`${behalf} ${keyOf(shown)}`} item={shown} behalf={acting} takesFocusRef={decidedOne} many={onlyKind === shown.kind ? chosenItems.length : 0} onMany={setMany} onDecided={decided} onSkip={at < items.length - 1 ? () => go(at + 1) : undefined} /> : null}
          </div>
        </Flex>
      )}
      {deputies ? <Deputies onClose={() => setDeputies(false)} onChanged={() => void reload()} /> : null}
      {many ? (
        <ReasonDialog
          title={`${many.label} ${chosenItems.length} 件`}
          text={`对勾选的 ${chosenItems.length} 件“${chosenItems[0]?.kindLabel ?? ''}”逐件办理，不能办理的会逐件说明，其余不受影响。`}
          confirmText={many.label}
          reason={many.reason}
          reasonLabel={many.reasonLabel}
          danger={many.danger}
          onConfirm={(reason) => decideMany(many, reason)}
          onClose={() => setMany(null)}
        />
      ) : null}
    </>
  )
}

/** The way through a long list of things, which is worked off from its beginning. */
function Pages({ page, last, onGo }: { page: number; last: number; onGo: (page: number) => void }) {
  return (
    <Flex gap={8} align="center" justify="end" style={{ marginTop: 8 }}>
      <Button size="small" disabled={page <= 1} onClick={() => onGo(page - 1)}>
        上一页
      </Button>
      <span>
        {page} / {last}
      </span>
      <Button size="small" disabled={page >= last} onClick={() => onGo(page + 1)}>
        下一页
      </Button>
    </Flex>
  )
}
