import { PERSONAL_CODE_LENGTH, personalDigits } from '@assoc/contract/meeting/personal-code'
import { selectSignTable, signInWalkIn, signOutcome } from '@assoc/contract/meeting/sign-in'
import { gatesOf, signSession } from '@assoc/contract/meeting/sign-session'
import type { RowOf } from '@assoc/contract'
import { session, toasts } from '@assoc/session'
import { Alert, Button, Flex, FormDrawer, Input, Scanner, Segmented, sentenceOf, theme, Typography, useAnswer, type InputRef } from '@assoc/ui'
import { useRef, useState } from 'react'
import type { SignCounter } from '../../counter/sign-counter'
import { CounterStatus } from '../../counter/CounterStatus'
import type { Told } from '../../counter/decide'
import { useCounter } from '../../counter/use-counter'
import { FoundPeople, type Found } from './FoundPeople'

interface Props {
  sessionId: string
  onChanged: () => void
}

/** What is at least this long is a code and no search, also where the scanner lost some of it. */
const CODE_DIGITS = PERSONAL_CODE_LENGTH - 75

type Own = Pick<RowOf<typeof signSession>, 'gates'>

/**
 * A counter of the hall. One field takes all: a scanner that types as a keyboard, under any input method, and names, pinyin, companies or
 * last digits typed by hand; a camera reads codes as well. It is ready for the next person at once, with a connection or without one.
 */
export default function Counter({ sessionId, onChanged }: Props) {
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState('')
  const [gate, setGate] = useState<string | null>(null)
  const [last, setLast] = useState<Told | null>(null)
  const [walkIn, setWalkIn] = useState(false)
  const [camera, setCamera] = useState(false)
  const { counter, state } = useCounter(sessionId, gate)
  const online = state?.online ?? true
  const may = session()
  const { data: own } = useAnswer(signSession.read, { sessionId })
  const found = useAnswer(selectSignTable, word && online ? { sessionId, keyword: word, pageSize: 10 } : null)
  const shown: Found | null = !word ? null : online ? found.data : (counter ? offlineFound(counter, word) : null)
  const finish = (done: Told) => {
    setLast(done)
    setWord('')
    if (!done.kept) onChanged()
    if (!camera) field.current?.focus()
  }
  const attempt = async (work: (counter: SignCounter) => Promise<Told>) => {
    if (!counter) return
    try {
      finish(await work(counter))
    } catch (caught) {
      toasts.show('error', sentenceOf(caught))
    }
  }
  const enter = () => {
    const text = typed.normalize('NFKC').trim()
    setTyped('')
    if (personalDigits(text).length >= CODE_DIGITS) return void attempt((at) => at.scan(text))
    setLast(null)
    setWord(text)
  }
  return (
    <Flex vertical gap={16} style={{ maxWidth: 760 }}>
      {state && counter ? <CounterStatus state={state} onRead={() => counter.forgetRefused()} /> : null}
      <Gates own={own} gate={gate} onChange={setGate} />
      <Flex gap={12} wrap>
        <Input ref={field} autoFocus size="large" style={{ flex: '1 1 320px' }} aria-label="扫码或查找" placeholder="扫描个人签到码，或输入姓名、拼音、单位、手机后四位后回车" value={typed} maxLength={300} onChange={(event) => setTyped(event.target.value)} onPressEnter={(event) => (event.nativeEvent.isComposing ? undefined : enter())} />
        <Button size="large" aria-pressed={camera} onClick={() => setCamera(!camera)}>
          {camera ? '关闭摄像头' : '摄像头扫码'}
        </Button>
        {may.has('meeting:signIn:walkIn') ? (
          <Button size="large" disabled={!online} title={online ? undefined : '离线时不能现场登记，请先登记在纸上'} onClick={() => setWalkIn(true)}>
            现场登记
          </Button>
        ) : null}
      </Flex>
      <Flex gap={16} wrap align="start">
        {camera ? (
          <div style={{ flex: '0 1 340px' }}>
            <Scanner label="摄像头画面，请将个人签到码对准镜头" onCode={(text) => void attempt((at) => at.scan(text))} />
          </div>
        ) : null}
        <LastTry told={last} />
      </Flex>
      {shown ? <FoundPeople word={word} found={shown} onSign={may.has('meeting:signIn:manage') ? (registerId) => void attempt((at) => at.signFor(registerId)) : null} /> : null}
      {walkIn ? (
        <FormDrawer
          open
          title="现场登记"
          call={signInWalkIn}
          initial={{ beyond: false }}
          hidden={{ sessionId, gate }}
          submitText="登记并签到"
          fields={[
            { name: 'name', kind: 'text' },
            { name: 'mobile', kind: 'text' },
            { name: 'unitName', kind: 'text', help: '单位全称；会员单位请先在报名查询中登记' },
            { name: 'postName', kind: 'text' },
            { name: 'beyond', kind: 'switch', help: '名额或本单位限额已满时，经会务负责人同意可超出，须写明原因' },
            { name: 'reason', kind: 'text', span: 2 },
          ]}
          onClose={() => setWalkIn(false)}
          onDone={(done) => {
            setWalkIn(false)
            finish({ seat: null, kept: false, ...(done as Omit<Told, 'seat' | 'kept'>) })
          }}
        />
      ) : null}
    </Flex>
  )
}

/** People of the list that the counter has taken along, as the server's search shows them. */
function offlineFound(counter: SignCounter, word: string): Found {
  const { items, total } = counter.find(word)
  return { total, items: items.map(({ signedAt, ...person }) => ({ ...person, state: signedAt ? 'arrived' : 'missing' })) }
}

/** Where in the hall the counter stands, where the session has gates. */
function Gates({ own, gate, onChange }: { own: Own | null; gate: string | null; onChange: (gate: string | null) => void }) {
  const gates = gatesOf(own?.gates)
  if (gates.length === 0) return null
  return (
    <Flex gap={12} align="center">
      <Typography.Text>本台所在</Typography.Text>
      <Segmented aria-label="签到点" options={[{ value: '', label: '不区分' }, ...gates.map((one) => ({ value: one, label: one }))]} value={gate ?? ''} onChange={(value) => onChange(String(value) || null)} />
    </Flex>
  )
}

/** What came of the last try, in letters that are read from a step away. */
function LastTry({ told }: { told: Told | null }) {
  const { token } = theme.useToken()
  const type = !told ? 'info' : told.outcome === 'refused' ? 'error' : told.outcome === 'duplicate' ? 'info' : told.late ? 'warning' : 'success'
  return (
    <div role="status" aria-live="assertive" style={{ flex: '1 1 320px' }}>
      {told ? (
        <Alert
          type={type}
          showIcon
          title={<span style={{ fontSize: 20 }}>{`${told.name ?? ''} ${told.outcome === 'refused' ? '未通过' : signOutcome.labels[told.outcome]}`}</span>}
          description={<span style={{ fontSize: token.fontSizeLG }}>{[told.companyName, told.postName, told.seat ? `座位 ${told.seat}` : null, told.message].filter(Boolean).join(' · ')}</span>}
        />
      ) : null}
    </div>
  )
}
