import type { ResponseOf, Tone } from '@assoc/contract'
import type { selectRecordProcess } from '@assoc/contract/platform/record'
import { dateFormat } from '@assoc/http'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { appearance, StatusTag, theme, toneColours, Typography } from '../../shell'
import { durationText } from './duration'
import { RecordCopies, type RecordCopiesProps } from './RecordCopies'
import { Section } from './Section'

export type Process = NonNullable<ResponseOf<typeof selectRecordProcess>>

/** A process is shown where somebody has to act, or somebody has acted: what was only written down has none. */
export const hasProcess = (process: Process | null): process is Process => process !== null && (process.now.open || process.steps.length > 1)

const tagOf = ({ label, tone }: { label: string; tone: Tone }) => <StatusTag of={{ labels: { it: label }, tones: { it: tone } }} value="it" />

/** Whom a record waits for, in words; empty where nobody can act. */
function actorsText({ names, roles, more }: Process['now']): string {
  const all = [...names, ...roles]
  return `${all.join('、')}${more > 0 ? ' 等' : ''}`
}

/** The way of a record from its making to where it stands: who, when, with which opinion, how long; and who is to act. */
export const RecordProcess = observer(function RecordProcess({ process, ...of }: { process: Process } & RecordCopiesProps) {
  const { steps, now, ahead } = process
  const actors = actorsText(now)
  const waited = now.since ? durationText((Date.now() - Date.parse(now.since)) / 1000) : null
  return (
    <Section title="办理过程">
      <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {steps.map((step, n) => (
          <Point key={`${step.time} ${n}`} tone={step.to?.tone ?? 'grey'} full last={!now.open && n === steps.length - 1}>
            <Typography.Text strong>{step.label}</Typography.Text>{' '}
            <Typography.Text type="secondary">
              {step.userName || '系统'} · {dateFormat(step.time, 'YYYY-MM-DD HH:mm')}
              {step.seconds === null ? '' : ` · 用时 ${durationText(step.seconds)}`}
            </Typography.Text>
            {step.reason ? (
              <div style={{ overflowWrap: 'anywhere' }}>
                {step.reasonLabel}：{step.reason}
              </div>
            ) : null}
          </Point>
        ))}
        {now.open ? (
          <Point tone={now.status.tone} last={ahead.length === 0} current>
            {tagOf(now.status)} {now.mine ? <Typography.Text strong>轮到您办理</Typography.Text> : null}
            <div>
              <Typography.Text type="secondary">
                {actors ? `可办理：${actors}` : now.mine ? '' : '目前没有人有权办理，请联系系统管理员'}
                {waited ? `${actors || !now.mine ? ' · ' : ''}已等待 ${waited}` : ''}
              </Typography.Text>
            </div>
          </Point>
        ) : null}
        {ahead.map((label, n) => (
          <Point key={label} tone="grey" last={n === ahead.length - 1}>
            <Typography.Text type="secondary">{label}</Typography.Text>
          </Point>
        ))}
      </ol>
      <div style={{ marginTop: 10 }}>
        <RecordCopies {...of} />
      </div>
    </Section>
  )
})

/** One point of the way: filled when it is behind, a ring when it is ahead. */
const Point = observer(function Point({ tone, full = false, current = false, last, children }: { tone: Tone; full?: boolean; current?: boolean; last: boolean; children: ReactNode }) {
  const { token } = theme.useToken()
  const [colour] = toneColours[appearance.dark ? 'dark' : 'light'][tone]
  const size = current ? 12 : 10
  return (
    <li style={{ position: 'relative', paddingInlineStart: 24, paddingBottom: last ? 0 : 14 }} {...(current ? { 'aria-current': 'step' as const } : {})}>
      {last ? null : <span aria-hidden style={{ position: 'absolute', insetInlineStart: 6, top: 12, bottom: -6, width: 1, background: token.colorBorder }} />}
      <span
        aria-hidden
        style={{ position: 'absolute', insetInlineStart: current ? 1 : 2, top: current ? 5 : 6, width: size, height: size, borderRadius: '50%', border: `2px solid ${colour}`, background: full ? colour : token.colorBgElevated, boxShadow: current ? `0 0 0 3px ${token.colorFillSecondary}` : 'none' }}
      />
      {children}
    </li>
  )
})
