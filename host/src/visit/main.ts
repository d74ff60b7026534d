import { configuration } from './api'
import { element, heading, note, show } from './dom'
import { meetingPage } from './meeting'
import { doneText, PAGES } from './pages'
import { signInPage } from './sign-in'

/** What somebody has done outside of the console, as the address says it. */
function successPage(): void {
  show(element('div', { class: 'v-mark', 'aria-hidden': 'true' }, '✓'), heading('操作成功'), note(doneText(window.location.search)), element('a', { class: 'v-link', href: '/' }, '返回首页'))
}

if (window.matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.setAttribute('data-theme', 'dark')
const [, page = ''] = window.location.pathname.split('/')
const [title, run] = page === PAGES.details ? (['会议详情', meetingPage] as const) : page === PAGES.success ? (['操作成功', successPage] as const) : (['会议签到', signInPage] as const)
document.title = configuration.organisation ? `${title} - ${configuration.organisation}` : title
void run()
