import { CODE } from '@assoc/contract/core/codes'
import { MEETING_CODE } from '@assoc/contract/meeting/codes'
import type { exchangeSignCode, sendSignInCode, signInByMobile } from '@assoc/contract/meeting/sign-in'
import type { ResponseOf } from '@assoc/contract'
import { ask, Refused } from './api'
import { PAGES } from './pages'
import { element, field, heading, note, show, timeText } from './dom'

type Ticket = ResponseOf<typeof exchangeSignCode>

/** Signing in at a meeting: by the code that the address bears, or by the digits of the hall's screen. */
export function signInPage(): void {
  const [meetId = '', code = ''] = window.location.pathname.split('/').slice(2).map(decodeURIComponent)
  // Whoever is shown the address afterwards, or reads it in a history, has no code.
  window.history.replaceState(null, '', `/${PAGES.signIn}`)
  const meeting = /^[1-9]\d{0,18}$/.test(meetId) ? meetId : null
  if (code) void exchange(code, meeting)
  else digitsForm(meeting)
}

async function exchange(code: string, meetId: string | null): Promise<void> {
  show(heading('会议签到'), note('正在核对签到码…'))
  try {
    mobileForm(await ask<typeof exchangeSignCode>('/meeting/sign/exchangeCode', { code, meetId }))
  } catch (error) {
    digitsForm(meetId, (error as Refused).message)
  }
}

function digitsForm(meetId: string | null, message = ''): void {
  const digits = field('大屏上的 6 位数字', { name: 'digits', inputmode: 'numeric', maxlength: 12, class: 'v-digits', placeholder: '例如 036 521', required: true })
  const button = element('button', { class: 'v-button', type: 'submit' }, '下一步')
  const submit = async (event: Event) => {
    event.preventDefault()
    const code = digits.input.value.normalize('NFKC').replace(/\s/g, '')
    if (!/^\d{6}$/.test(code)) return fail(digits.input, digits.refuse, '请输入大屏上的 6 位数字')
    button.disabled = true
    try {
      mobileForm(await ask<typeof exchangeSignCode>('/meeting/sign/exchangeCode', { code, meetId: null }))
    } catch (error) {
      fail(digits.input, digits.refuse, (error as Refused).message)
    }
    button.disabled = false
  }
  show(heading('会议签到'), message ? element('p', { class: 'v-message', role: 'alert' }, message) : null, element('form', { onsubmit: submit, novalidate: true }, digits.row, button), note('也可以用手机扫描会场大屏上的二维码。'))
}

function fail(input: HTMLInputElement, refuse: (message: string) => void, message: string): void {
  refuse(message)
  input.focus()
}

function mobileForm(ticket: Ticket): void {
  const mobile = field('报名手机号码', { name: 'mobile', type: 'tel', inputmode: 'tel', maxlength: 20, autocomplete: 'tel', required: true })
  const send = element('button', { class: 'v-send', type: 'button', onclick: () => void sendCode() }, '获取验证码')
  const code = ticket.strict ? field('短信验证码', { name: 'code', inputmode: 'numeric', maxlength: 6, autocomplete: 'one-time-code', required: true }, send) : null
  const button = element('button', { class: 'v-button', type: 'submit' }, '签到')
  const numberOf = () => mobile.input.value.normalize('NFKC').replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
  const checked = (): string | null => {
    const number = numberOf()
    if (/^1\d{10}$/.test(number)) return number
    fail(mobile.input, mobile.refuse, '请输入报名时填写的 11 位手机号码')
    return null
  }
  const sendCode = async () => {
    const number = checked()
    if (!number || !code) return
    send.disabled = true
    try {
      const { resendAfterSeconds } = await ask<typeof sendSignInCode>('/meeting/sign/sendCode', { ticket: ticket.ticket, mobile: number })
      countDown(send, resendAfterSeconds)
      code.input.focus()
    } catch (error) {
      send.disabled = false
      if (!ended(error as Refused)) fail(mobile.input, mobile.refuse, (error as Refused).message)
    }
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const number = checked()
    if (!number) return
    if (code && !/^\d{6}$/.test(code.input.value)) return fail(code.input, code.refuse, '请输入 6 位短信验证码')
    button.disabled = true
    try {
      const done = await ask<typeof signInByMobile>('/meeting/sign/signIn', { ticket: ticket.ticket, mobile: number, ...(code ? { code: code.input.value } : {}) })
      if (done.outcome === 'refused') throw new Refused(done.code ?? '', done.message)
      return result(ticket, done)
    } catch (error) {
      const refused = error as Refused
      const at = code && refused.code === CODE.badVerificationCode ? code : mobile
      if (!ended(refused)) fail(at.input, at.refuse, refused.message)
    }
    button.disabled = false
  }
  show(
    heading('会议签到'),
    element('section', { class: 'v-card' }, element('h2', {}, ticket.meetingName), note(`${ticket.sessionName} · ${timeText(ticket.startTime)}${ticket.address ? ` · ${ticket.address}` : ''}`)),
    element('form', { onsubmit: submit, novalidate: true }, mobile.row, code?.row, button),
  )
  mobile.input.focus()
}

/** A ticket that has run out takes people back to the code; says whether it did. */
function ended(refused: Refused): boolean {
  const over = refused.code === MEETING_CODE.signTicketOver
  if (over) digitsForm(null, refused.message)
  return over
}

function countDown(button: HTMLButtonElement, seconds: number): void {
  const until = Date.now() + seconds * 1000
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.disabled = left > 0
    button.textContent = left > 0 ? `${left} 秒后重发` : '重新获取'
    if (left > 0) setTimeout(tick, 500)
  }
  tick()
}

function result(ticket: Ticket, done: ResponseOf<typeof signInByMobile>): void {
  show(
    element('div', { class: 'v-mark', 'aria-hidden': 'true' }, '✓'),
    heading(done.outcome === 'duplicate' ? '已签到' : '签到成功'),
    element(
      'section',
      { class: 'v-card' },
      element('h2', {}, done.name),
      done.companyName ? note(done.companyName) : null,
      note(`${ticket.meetingName} · ${ticket.sessionName}`),
      note(`签到时间 ${timeText(done.signTime)}${done.late ? '（迟到）' : ''}`),
      note(`报名编号 ${done.registerNo}`),
    ),
    element('button', { class: 'v-button v-other', type: 'button', onclick: () => mobileForm(ticket) }, '为同行人签到'),
    element('a', { class: 'v-link', href: `/${PAGES.details}?meetID=${ticket.meetId}` }, '查看会议详情'),
  )
}
