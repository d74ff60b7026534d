import { viewLink } from '@assoc/contract'
import { declaration } from '@assoc/contract/expert/declaration'
import { declareStatus } from '@assoc/contract/expert/declaration-status'
import { selectRecordProcess } from '@assoc/contract/platform/record'
import { api, dateFormat, newKey } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { session, toasts } from '@assoc/session'
import { Button, DetailFields, FailedToLoad, Flex, ReasonDialog, Skeleton, StateScreen, StatusTag, theme, Typography, useAnswer, useTab, type RowOfResource } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import { inDetail, TEXTS } from '../../declaration/list'
import { DETAIL, usePart, type ConsolePart } from '../../declaration/console-part'
import { Part } from '../../declaration/Part'

type Row = RowOfResource<typeof declaration>
const SCORES = ['finalScore', 'grade']
const FIELDS = ['schemeName', 'evalTarget', 'companyName', 'stockCode', 'jurisdiction', 'submitTime', 'correctionDue', 'returnReason', 'promiseFlag', 'selfScore', 'stampedScan', 'attachments']
const WITHDRAWING: Readonly<Record<string, string>> = { ...TEXTS, withdraw: '撤回后不再审核。申报截止前可以恢复，也可以重新开始申报。', resume: '恢复为草稿，可以修改申报表后重新提交。' }

/** One declaration on a page of its own; the path says for whom, the query which one. */
export default function DirectorDetail() {
  const part = usePart()
  const declareId = new URLSearchParams(useLocation().search).get('declareId') ?? ''
  const { permit } = DETAIL[part]
  if (!session().has(permit)) return <StateScreen mark="lock" title="没有权限">此页面不在您的权限范围内。</StateScreen>
  if (!/^\d{1,18}$/.test(declareId))
    return (
      <StateScreen mark="search" title="没有指明申报">
        请从申报列表打开一份申报。
      </StateScreen>
    )
  return <Detail key={`${part} ${declareId}`} part={part} declareId={declareId} />
}

function Detail({ part, declareId }: { part: ConsolePart; declareId: string }) {
  const { token } = theme.useToken()
  const tab = useTab()
  const navigate = useNavigate()
  const preset = DETAIL[part]
  const { data: row, error, reload } = useAnswer(declaration.read, { declareId })
  const process = useAnswer(selectRecordProcess, { recordType: 'declaration', recordId: declareId })
  const [asking, setAsking] = useState<string | null>(null)
  const title = row ? `${row.declareNo} ${row.declarantName}` : preset.title
  useEffect(() => {
    tab.setTitle(title)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the title is the record's; the tab's handle is another object with every switch
  }, [title])
  if (error && !row) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!row) return <Skeleton active paragraph={{ rows: 12 }} />
  if (preset.ownOnly && !row.ownFlag)
    return (
      <StateScreen mark="search" title="不是本人的申报">
        这里只显示您本人或所代表公司的申报。
      </StateScreen>
    )
  const shown: Row = { ...row, abilities: row.abilities.filter((verb) => preset.verbs.includes(verb)) }
  const actions = preset.verbs.flatMap((verb) => {
    const step = declareStatus.transitions.find((one) => one.verb === verb)
    return step && shown.abilities.includes(verb) ? [{ key: verb, label: step.label, danger: step.danger ?? false, onClick: () => setAsking(verb) }] : []
  })
  const fill = part === 'own' ? [{ key: 'fill', label: row.declareStatus === 'draft' || row.declareStatus === 'returned' ? '填写申报表' : '查看申报表', onClick: () => navigate(viewLink('expert/MyDeclare', { task: row.taskId })) }] : []
  const again = async () => void (await Promise.all([reload(), process.reload()]))
  return (
    <section aria-label={preset.title} style={{ padding: 16, maxWidth: 1200, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 16 }}>
        <Flex align="center" gap={12} wrap>
          <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '26px', margin: 0 }}>
            {preset.title} · {title}
          </Typography.Title>
          <StatusTag of={declareStatus} value={row.declareStatus} />
        </Flex>
        <Flex gap={8} wrap>
          {[...fill, ...actions].map((one) => (
            <Button key={one.key} danger={'danger' in one && one.danger === true} onClick={one.onClick}>
              {one.label}
            </Button>
          ))}
        </Flex>
      </Flex>
      <Part title="申报信息">
        <DetailFields schema={declaration.row} row={row} fields={preset.scores ? [...FIELDS, ...SCORES] : FIELDS} />
      </Part>
      {process.data ? (
        <Part title="办理过程">
          <ol style={{ margin: 0, paddingInlineStart: 20 }}>
            {process.data.steps.map((step, i) => (
              <li key={`${i} ${step.time}`}>
                {step.label}：{step.userName}，{dateFormat(step.time)}
                {step.reason ? `，${step.reasonLabel}：${step.reason}` : ''}
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      {inDetail(shown, again, part === 'own')}
      {asking ? <Asked row={row} verb={asking} onClose={() => setAsking(null)} onDone={again} /> : null}
    </section>
  )
}

/** Asks before a step, and carries it out. */
function Asked({ row, verb, onClose, onDone }: { row: Row; verb: string; onClose: () => void; onDone: () => Promise<void> }) {
  const key = useRef(newKey())
  const step = declareStatus.transitions.find((one) => one.verb === verb)
  if (!step || !declaration.change) return null
  const change = declaration.change
  const confirm = async (reason: string) => {
    await api(change, { declareId: row.declareId, version: row.version, verb: step.verb, reason: reason || null }, { idempotencyKey: key.current })
    toasts.success(`已${step.label}`)
    await onDone()
  }
  return <ReasonDialog title={`${step.label}：${row.declareNo} ${row.declarantName}`} text={WITHDRAWING[verb] ?? ''} confirmText={step.label} reason={step.reason ?? 'none'} reasonLabel={step.reasonLabel} danger={step.danger ?? false} onConfirm={confirm} onClose={onClose} />
}
