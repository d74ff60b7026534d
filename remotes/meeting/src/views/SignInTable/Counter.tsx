import type { ResponseOf } from '@assoc/contract'
import { noteCounter, scanSignIn, selectSignTable, signInFor, signInWalkIn, signOutcome, signState } from '@assoc/contract/meeting/sign-in'
import { signSession, gatesOf } from '@assoc/contract/meeting/sign-session'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, Button, Flex, FormDrawer, Input, Segmented, sentenceOf, StatusTag, theme, Typography, useAnswer, type InputRef } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'

type Done = ResponseOf<typeof scanSignIn>
interface Props {
  sessionId: string
  onChanged: () => void
}

const CONTACT_MS = 30_000
/** A personal code is this many digits; what is shorter and typed by hand is a search. */
const CODE_DIGITS = 100

/**
 * A counter of the hall. One field takes all: a scanner that types as a keyboard, under any input method, and names, pinyin, companies or
 * last digits typed by hand. It is ready for the next person at once.
 */
export default function Counter({ sessionId, onChanged }: Props) {
  const { token } = theme.useToken()
  const field = useRef<InputRef>(null)
  const [counterKey] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState('')
  const [gate, setGate] = useState<string | null>(null)
  const [last, setLast] = useState<Done | null>(null)
  const [walkIn, setWalkIn] = useState(false)
  const may = session()
  const manages = may.has('meeting:signIn:manage')
  const { data: own } = useAnswer(signSession.read, { sessionId })
  const found = useAnswer(selectSignTable, word ? { sessionId, keyword: word, pageSize: 10 } : null)
  const gates = gatesOf(own?.gates)
  useEffect(() => {
    const tell = () => void api(noteCounter, { sessionId, counterKey, gate, unsent: 0 }).catch(() => undefined)
    tell()
    const timer = setInterval(tell, CONTACT_MS)
    return () => clearInterval(timer)
  }, [sessionId, counterKey, gate])
  const finish = (done: Done) => {
    setLast(done)
    setWord('')
    onChanged()
    field.current?.focus()
  }
  const attempt = async (work: () => Promise<Done>) => {
    try {
      finish(await work())
    } catch (caught) {
      toasts.show('error', sentenceOf(caught))
    }
  }
  const enter = () => {
    // Digits of any width, without what an input method or the scanner put around them.
    const text = typed.normalize('NFKC').trim()
    const digits = text.replace(/\D/g, '')
    setTyped('')
    if (digits.length >= CODE_DIGITS) return void attempt(() => api(scanSignIn, { sessionId, qr: digits, gate, nonce: crypto.randomUUID() }))
    setLast(null)
    setWord(text)
  }
  return (
    <Flex vertical gap={16} style={{ maxWidth: 760 }}>
      {gates.length > 0 ? (
        <Flex gap={12} align="center">
          <Typography.Text>本台所在</Typography.Text>
          <Segmented aria-label="签到点" options={[{ value: '', label: '不区分' }, ...gates.map((one) => ({ value: one, label: one }))]} value={gate ?? ''} onChange={(value) => setGate(String(value) || null)} />
        </Flex>
      ) : null}
      <Flex gap={12}>
        <Input ref={field} autoFocus size="large" aria-label="扫码或查找" placeholder="扫描个人签到码，或输入姓名、拼音、单位、手机后四位后回车" value={typed} maxLength={300} onChange={(event) => setTyped(event.target.value)} onPressEnter={(event) => (event.nativeEvent.isComposing ? undefined : enter())} />
        {may.has('meeting:signIn:walkIn') ? (
          <Button size="large" onClick={() => setWalkIn(true)}>
            现场登记
          </Button>
        ) : null}
      </Flex>
      <div role="status" aria-live="assertive">
        {last ? (
          <Alert
            type={last.outcome === 'refused' ? 'error' : last.outcome === 'duplicate' ? 'info' : last.late ? 'warning' : 'success'}
            showIcon
            title={<span style={{ fontSize: 20 }}>{`${last.name ?? ''} ${last.outcome === 'refused' ? '未通过' : signOutcome.labels[last.outcome]}`}</span>}
            description={<span style={{ fontSize: token.fontSizeLG }}>{[last.companyName, last.postName, last.message].filter(Boolean).join(' · ')}</span>}
          />
        ) : null}
      </div>
      {word && found.data ? (
        <Flex vertical gap={8}>
          <Typography.Text type="secondary">{found.data.total === 0 ? `没有找到“${word}”` : `“${word}”共 ${found.data.total} 人${found.data.total > 10 ? '，显示前 10 人，请输入更多内容' : ''}`}</Typography.Text>
          {found.data.items.map((row) => (
            <Flex key={row.registerId} justify="space-between" align="center" gap={12} style={{ padding: '8px 12px', border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadius }}>
              <span>
                <strong>{row.name}</strong>　{row.companyName}　{row.postName}　尾号 {row.mobileEnd}
              </span>
              {row.state === 'missing' && manages ? (
                <Button type="primary" aria-label={`为${row.name}签到`} onClick={() => void attempt(() => api(signInFor, { sessionId, registerId: row.registerId, gate, nonce: crypto.randomUUID() }))}>
                  签到
                </Button>
              ) : (
                <StatusTag of={signState} value={row.state} />
              )}
            </Flex>
          ))}
        </Flex>
      ) : null}
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
            finish(done as Done)
          }}
        />
      ) : null}
    </Flex>
  )
}
