import { CODE, type RequestOf, type ResponseOf } from '@assoc/contract'
import { registerForMeeting, registrant, selectMeetingToRegister } from '@assoc/contract/meeting/own'
import { regStatus } from '@assoc/contract/meeting/registration'
import { api, ApiError, dateFormat, newKey, yuan } from '@assoc/http'
import { useParams } from '@assoc/router'
import { toasts } from '@assoc/session'
import { Alert, Button, DraftKeeper, FailedToLoad, Flex, Form, FormFields, fromForm, Segmented, Skeleton, StatusTag, theme, toForm, Typography, Uploads, UploadsContext, useAnswer, useTab, type FormField } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import type { MeetingToRegister } from '../../meetings/answers'
import { companyField, NEW_REGISTRANT, registrantFields } from '../../meetings/registrant'
import { cellOf, faultsOf, personOf, tableField, takesTable, type Colleague } from './colleagues'

type Result = ResponseOf<typeof registerForMeeting>['results'][number]
type Person = RequestOf<typeof registerForMeeting>['people'][number]
type Mode = 'one' | 'many'
interface Done extends Result {
  name: string
}

/** Registration for a meeting: one person, or a table of colleagues. */
export function Registration() {
  const { meetID = '' } = useParams()
  const right = /^\d{1,18}$/.test(meetID)
  const { data, error, reload } = useAnswer(selectMeetingToRegister, right ? { meetId: meetID } : null)
  if (!right) return <Alert type="warning" showIcon title="会议地址不正确，请从会议通知或“我的会议”中重新打开" />
  if (!data) return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 10 }} />
  return <RegistrationForm key={data.meetId} meeting={data} onRegistered={reload} />
}

function Head({ meeting }: { meeting: MeetingToRegister }) {
  const facts = [
    `${dateFormat(meeting.startTime, 'YYYY-MM-DD HH:mm')} 至 ${dateFormat(meeting.endTime, 'YYYY-MM-DD HH:mm')}`,
    meeting.address ?? '线上会议',
    meeting.placesLeft === null ? '名额不限' : meeting.placesLeft > 0 ? `剩余名额 ${meeting.placesLeft}` : `名额已满，报名后进入候补，前面有 ${meeting.waiting} 人`,
    meeting.feeAmount > 0 ? `会务费 ${yuan(meeting.feeAmount)} 元/人${meeting.payUntil ? `，${dateFormat(meeting.payUntil, 'YYYY-MM-DD HH:mm')} 前缴清` : ''}` : '',
    meeting.regEnd ? `报名截止 ${dateFormat(meeting.regEnd, 'YYYY-MM-DD HH:mm')}` : '',
    meeting.changeUntil ? `${dateFormat(meeting.changeUntil, 'YYYY-MM-DD HH:mm')} 前可修改或取消` : '',
    meeting.needAudit ? '报名后须经审核' : '',
  ].filter(Boolean)
  return (
    <Flex vertical gap={4}>
      <Typography.Title level={1} style={{ fontSize: 18, lineHeight: '28px', margin: 0 }}>
        {meeting.meetingName}
      </Typography.Title>
      <Typography.Text type="secondary">{facts.join(' · ')}</Typography.Text>
    </Flex>
  )
}

function RegistrationForm({ meeting, onRegistered }: { meeting: MeetingToRegister; onRegistered: () => Promise<void> }) {
  const { token } = theme.useToken()
  const tab = useTab()
  const [form] = Form.useForm()
  const [mode, setMode] = useState<Mode>('one')
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const [registered, setRegistered] = useState<Done[]>([])
  const [keeper] = useState(() => new DraftKeeper(`meeting/ConferenceRegistration/${meeting.meetId}`))
  const [uploads] = useState(() => new Uploads())
  const intent = useRef<{ body: string; key: string } | null>(null)
  const own = meeting.forAnybody ? {} : { name: meeting.self.name, mobile: meeting.self.mobile, email: meeting.self.email }
  const first = { ...NEW_REGISTRANT, ...own, companyId: meeting.companies.length > 0 && !meeting.forAnybody ? meeting.companies[0]?.companyId : null, people: [{ gender: 'unknown' }] }
  const one = registrantFields(meeting)
  const guest: FormField[] = meeting.forAnybody || meeting.companies.length === 0 ? [{ name: 'unitName', kind: 'text', span: 2, help: '不在公司库中的填写单位名称' }] : []
  const many: FormField[] = [companyField(meeting), ...guest, tableField(meeting)]
  const fields = mode === 'one' ? one : many
  const all = [...one, tableField(meeting)]

  // What was typed and not sent comes back, whatever happened to the page.
  useEffect(() => {
    void keeper.find().then((draft) => {
      if (!draft) return
      const { mode: kept = 'one', ...values } = draft.content as { mode?: Mode }
      setMode(kept)
      form.setFieldsValue(toForm(all, values))
      setDirty(true)
    })
    return () => keeper.close()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form stands
  }, [keeper])
  useEffect(() => {
    tab.setDirty(dirty)
    return () => tab.setDirty(false)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the tab is another object with every drawing
  }, [dirty])

  const valuesNow = () => fromForm(all, form.getFieldsValue(true) as Record<string, unknown>, registrant)
  const changed = () => {
    setDirty(true)
    keeper.note({ ...valuesNow(), mode })
  }
  const choose = (next: Mode) => {
    setMode(next)
    setRefused([])
  }

  /** Sends those who are right; answers the results by their place among all. */
  const send = async (people: readonly Record<string, unknown>[]): Promise<Result[] | null> => {
    const input = { meetId: meeting.meetId, people: people as Person[] }
    const body = JSON.stringify(input)
    if (intent.current?.body !== body) intent.current = { body, key: newKey() }
    setBusy(true)
    try {
      const { results } = await api(registerForMeeting, input, { idempotencyKey: intent.current.key, quiet: [CODE.input] })
      intent.current = null
      return results
    } catch (error) {
      if (error instanceof ApiError) {
        intent.current = null
        setRefused(error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message])
      } else toasts.error('网络连接失败，内容已保留，请重试')
      return null
    } finally {
      setBusy(false)
    }
  }

  const submitOne = async () => {
    if (uploads.busy && !(await uploads.arrived())) return toasts.error('有附件没有上传成功，处理后再提交')
    const { people: _people, ...person } = valuesNow() as Record<string, unknown>
    const show = (faults: readonly { path: string; message: string }[]) => form.setFields(one.map(({ name }) => ({ name, errors: faults.filter(({ path }) => path.split('.')[0] === name).map(({ message }) => message) })))
    const faults = faultsOf(person, meeting)
    show(faults)
    setRefused(faults.map(({ message }) => message))
    if (faults.length > 0) return
    const [result] = (await send([person])) ?? []
    if (!result) return
    if (result.message) {
      show(result.fields)
      return setRefused([result.message])
    }
    await finish([{ ...result, name: String(person['name']) }], null)
  }

  const submitMany = async () => {
    const values = valuesNow() as Record<string, unknown>
    const rows = ((values['people'] ?? []) as Colleague[]).map((row) => row ?? {})
    const people = rows.map((row) => personOf(row, { companyId: values['companyId'] ?? null, unitName: values['unitName'] ?? null }, meeting))
    const filled = people.map((person) => Boolean(person['name'] || person['mobile']))
    const faults = people.map((person, i) => (filled[i] ? faultsOf(person, meeting) : []))
    const sent = people.flatMap((_person, i) => (filled[i] && faults[i]?.length === 0 ? [i] : []))
    const results = sent.length > 0 ? await send(sent.map((i) => people[i] ?? {})) : []
    if (!results) return
    const of = new Map(sent.map((row, i) => [row, results[i]]))
    const good = sent.filter((row) => of.get(row)?.registerId)
    const left = rows.flatMap((_row, i) => (good.includes(i) || (!filled[i] && rows.length > 1) ? [] : [i]))
    const said = left.flatMap((row, i) => {
      const found = [...(faults[row] ?? []), ...(of.get(row)?.fields ?? [])]
      const message = of.get(row)?.message
      return [...found, ...(message && found.length === 0 ? [{ path: 'name', message }] : [])].map(({ path, message: text }) => ({ at: i, name: String(rows[row]?.['name'] ?? ''), path, text }))
    })
    const done = good.map((row) => ({ ...(of.get(row) as Result), name: String(people[row]?.['name']) }))
    // The good ones are kept, the others stay in the table with what is wrong with them.
    await finish(done, left.map((row) => rows[row] ?? {}))
    form.setFields(said.map(({ at, path, text }) => ({ name: ['people', at, cellOf(path.split('.')[0] ?? '', text, meeting)], errors: [text] })))
    setRefused(filled.some(Boolean) ? said.map(({ at, name, text }) => `第 ${at + 1} 行${name ? `（${name}）` : ''}：${text}`) : ['请填写参会人'])
  }

  const finish = async (done: Done[], left: Colleague[] | null) => {
    if (done.length > 0) {
      setRegistered((before) => [...done, ...before])
      toasts.success(done.length === 1 ? `${done[0]?.name ?? ''} 已提交报名` : `${done.length} 人已提交报名`)
    }
    if (left && left.length > 0) {
      form.setFieldsValue({ people: left })
      keeper.note({ ...valuesNow(), mode })
    } else {
      form.resetFields()
      form.setFieldsValue({ ...toForm(all, first), ...(meeting.forAnybody ? {} : { name: null, mobile: null, email: null }) })
      setDirty(false)
      setRefused([])
      await keeper.drop()
    }
    if (done.length > 0) await onRegistered()
  }

  const panel = { padding: 16, background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }
  return (
    <Flex vertical gap={12} style={{ maxWidth: 1100 }}>
      <section style={panel} aria-label="会议">
        <Head meeting={meeting} />
      </section>
      {registered.length > 0 ? (
        <section style={panel} aria-label="已提交的报名">
          <Flex vertical gap={8}>
            {registered.map(({ registerId, registerNo, regStatus: status, name }) => (
              <Flex key={registerId} gap={12} wrap align="center">
                <Typography.Text strong>{name}</Typography.Text>
                <Typography.Text copyable>{registerNo ?? ''}</Typography.Text>
                {status ? <StatusTag of={regStatus} value={status} /> : null}
              </Flex>
            ))}
          </Flex>
        </section>
      ) : null}
      {meeting.closed ? (
        <Alert type="warning" showIcon title={meeting.closed} />
      ) : (
        <section style={panel} aria-label="报名">
          <Flex vertical gap={12}>
            <Segmented<Mode> style={{ alignSelf: 'flex-start' }} value={mode} onChange={choose} options={[{ value: 'one', label: '单人报名' }, { value: 'many', label: '多人报名', disabled: !takesTable(meeting.questions) }]} />
            {refused.length > 0 ? <Alert type="error" showIcon title={`有 ${refused.length} 处需要处理`} description={refused.map((text) => <div key={text}>{text}</div>)} /> : null}
            <UploadsContext value={uploads}>
              <Form form={form} layout="vertical" initialValues={toForm(all, first)} onValuesChange={changed}>
                <FormFields fields={fields} schema={registrant} />
              </Form>
            </UploadsContext>
            <Flex justify="flex-end">
              <Button type="primary" loading={busy} onClick={() => void (mode === 'one' ? submitOne() : submitMany())}>
                提交报名
              </Button>
            </Flex>
          </Flex>
        </section>
      )}
    </Flex>
  )
}
