import { labelOf, viewLink, type RequestOf } from '@assoc/contract'
import { hindersSubmitting, meetingResource, meetingStatus, NEW_MEETING } from '@assoc/contract/meeting/meeting'
import { api, newKey } from '@assoc/http'
import { useNavigate, useParams } from '@assoc/router'
import { toasts } from '@assoc/session'
import { Alert, Button, checkForm, deriveFields, FailedToLoad, Flex, FormDrawer, fromForm, ReasonDialog, Skeleton, StatusTag, theme, Typography, useAnswer, type RowOf } from '@assoc/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { MEETING_FIELDS, MEETING_TEXTS } from '../../meetings/form'
import { editPath } from '../../meetings/paths'
import { Clashes } from '../../meetings/Clashes'

type Row = RowOf<typeof meetingResource.list>

/** Milliseconds after the last key until what stands in the form is kept by the server. */
const SYNC_MS = 300
const FIELDS = deriveFields(meetingResource, MEETING_FIELDS)

export function MeetingEditor() {
  const { meetID = 'new' } = useParams()
  const right = meetID === 'new' || /^\d{1,18}$/.test(meetID)
  const { data, error, reload } = useAnswer(meetingResource.read, right && meetID !== 'new' ? { meetId: meetID } : null)
  if (!right) return <Alert type="warning" showIcon title="会议地址不正确，请从会议列表中重新打开" />
  if (meetID === 'new') return <Editor key="new" row={null} reload={reload} />
  // Of another address than the one that is shown now: it is on its way.
  if (!data || data.meetId !== meetID) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 12 }} />
  return <Editor key={`${data.meetId} ${data.version}`} row={data as Row} reload={reload} />
}

/** What of a record its form takes. */
const partsOf = (row: Row): Record<string, unknown> => Object.fromEntries([...Object.keys(meetingResource.definition.fields), 'organizerDeptName', 'audienceCategoryNames'].map((name) => [name, (row as Record<string, unknown>)[name] ?? null]))

function Editor({ row, reload }: { row: Row | null; reload: () => Promise<void> }) {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Record<string, unknown> | null>(null)
  const [submitting, setSubmitting] = useState(false)
  const call = row ? meetingResource.update : meetingResource.insert
  const initial = useMemo(() => (row ? partsOf(row) : { ...NEW_MEETING }), [row])
  const closed = row && !row.abilities.includes('update')
  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  const toList = () => navigate(viewLink('meeting/MeetingList', row ? { record: row.meetId } : {}))
  const submit = async () => {
    if (!row) return
    await api(meetingResource.change, { meetId: row.meetId, version: row.version, verb: 'submit' } as RequestOf<typeof meetingResource.change>, { idempotencyKey: newKey() })
    toasts.success('会议已提交审批')
    setSubmitting(false)
    await reload()
  }
  const done = async (answer: unknown) => {
    toasts.success(row ? '会议已保存' : '会议草稿已保存')
    setTyped(null)
    if (row) await reload()
    else navigate(editPath((answer as { meetId: string }).meetId), { replace: true })
  }
  return (
    <Flex gap={16} align="flex-start" wrap>
      <div style={{ ...panel, flex: '1 1 640px', minWidth: 0, maxWidth: 1080 }}>
        <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '28px', margin: '0 0 12px' }}>
          {row ? row.meetingName : '新增会议'}
        </Typography.Title>
        {closed ? (
          <Alert type="info" showIcon title={row.meetingStatus === 'pending' ? '审批中的会议不能修改' : '该会议当前不能修改'} action={<Button size="small" onClick={() => void toList()}>查看会议</Button>} />
        ) : (
          <FormDrawer
            open
            inPage
            title={row ? `编辑会议 · ${row.meetingName}` : '新增会议'}
            call={call}
            fields={FIELDS}
            initial={initial}
            {...(row ? { hidden: { meetId: row.meetId, version: row.version } } : {})}
            draft={`meeting/EditMeeting/${row?.meetId ?? 'new'}`}
            draftPause={SYNC_MS}
            submitText={row ? '保存' : '保存草稿'}
            onValues={setTyped}
            onClose={() => void toList()}
            onDone={(answer) => void done(answer)}
          />
        )}
      </div>
      <aside aria-label="提交情况" style={{ ...panel, flex: '0 1 320px', position: 'sticky', top: 0 }}>
        <Flex vertical gap={12}>
          {row ? (
            <Flex gap={8} align="center" wrap>
              <StatusTag of={meetingStatus} value={row.meetingStatus} />
              <Typography.Text type="secondary">{row.meetNo}</Typography.Text>
            </Flex>
          ) : (
            <Typography.Text type="secondary">新会议</Typography.Text>
          )}
          {row && !row.abilities.includes('submit') ? null : <Hindrances row={row} typed={typed} initial={initial} schema={call.request} onSubmit={() => setSubmitting(true)} />}
          {row?.roomStates ? (
            <div>
              <Typography.Text strong>会议室预约</Typography.Text>
              {row.roomStates.split('；').map((text) => (
                <div key={text}>{text}</div>
              ))}
            </div>
          ) : null}
          {row ? <Clashes meetId={row.meetId} version={row.version} /> : null}
        </Flex>
      </aside>
      {submitting && row ? <ReasonDialog title={`提交审批：${row.meetingName}`} text={MEETING_TEXTS.submit} confirmText="提交审批" reason="none" onConfirm={submit} onClose={() => setSubmitting(false)} /> : null}
    </Flex>
  )
}

interface HindranceProps {
  row: Row | null
  typed: Record<string, unknown> | null
  initial: Record<string, unknown>
  schema: Parameters<typeof checkForm>[0]
  onSubmit: () => void
}

/** What still stands in the way of submitting, by the contract's own rules and as it is typed; the button when nothing does. */
function Hindrances({ row, typed, initial, schema, onSubmit }: HindranceProps) {
  const settled = useDeferredValue(typed)
  const found = useMemo(() => {
    const values = settled ? fromForm(FIELDS, settled, schema as never) : initial
    const sent = { ...values, ...(row ? { meetId: row.meetId, version: row.version } : {}) }
    const faults = [...checkForm(schema, sent), ...hindersSubmitting(values)]
    const said = new Map(faults.map(({ path, message }) => [path.split('.')[0] ?? '', message]))
    return [...said].map(([name, message]) => (message.includes(labelOf(schema, name)) ? message : `${labelOf(schema, name)}：${message}`))
  }, [settled, initial, row, schema])
  const hinders = [...found, ...(typed || !row ? [row ? '有未保存的修改' : '尚未保存为草稿'] : [])]
  return (
    <div role="status">
      {hinders.length > 0 ? (
        <>
          <Typography.Text strong>{`提交审批前还须处理（${hinders.length}）`}</Typography.Text>
          <ul style={{ margin: '8px 0 0', paddingInlineStart: 18 }}>
            {hinders.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      ) : (
        <Button type="primary" block onClick={onSubmit}>
          提交审批
        </Button>
      )}
    </div>
  )
}
