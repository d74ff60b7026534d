import { viewLink } from '@assoc/contract'
import { NEW_SESSION, sessionPhase, sessionStatus, signSession } from '@assoc/contract/meeting/sign-session'
import { useNavigate } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'

// It comes when a hall's screen is first shown.
const HallScreen = lazy(() => import('./HallScreen'))

/** Sessions of meetings with their windows, and the screen that their halls show. */
export default resourcePage({
  name: 'meeting/SignCode',
  title: '签到场次',
  resource: signSession,
  columns: [
    { field: 'sessionName', width: 160 },
    { field: 'meetingName', width: 240 },
    { field: 'signFrom', width: 160, sortable: true },
    { field: 'signTo', width: 160 },
    { field: 'phase', width: 100, tag: sessionPhase },
    { field: 'arrived', width: 90 },
    { field: 'registered', width: 90 },
    { field: 'sessionStatus', width: 110, title: '状态', tag: sessionStatus },
    { field: 'lateFrom', width: 160, hidden: true },
    { field: 'refreshSec', width: 150, hidden: true },
    { field: 'strictSignIn', width: 110, hidden: true },
    { field: 'gates', width: 160, hidden: true },
    { field: 'updateTime', width: 160, sortable: true, hidden: true },
  ],
  detail: ['sessionName', 'meetingName', 'phase', 'sessionStatus', 'signFrom', 'lateFrom', 'signTo', 'refreshSec', 'strictSignIn', 'gates', 'registered', 'arrived', 'updateTime'],
  initial: NEW_SESSION,
  fields: {
    meetId: { span: 2 },
    refreshSec: { help: '0 表示签到码固定不变，可打印张贴；更新后上一个码仍可用一轮' },
    strictSignIn: { help: '签到时向报名手机发送验证码' },
    lateFrom: { help: '此后签到的记为迟到；不填不区分' },
    gates: { help: '如：东门、西门；签到台可选择所在签到点', span: 2 },
  },
  texts: {
    openEarly: '立即开放签到，不等签到开始时间。',
    close: '关闭后本场不能再自助签到，会务仍可特批。',
    reopen: '恢复后按签到开始和截止时间开放。',
    delete: '删除后不能恢复；已有签到记录的场次不能删除。',
  },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row, tools) => [
        { key: 'hall', label: '大屏', onClick: () => tools.show('hall', row) },
        { key: 'table', label: '签到表', onClick: () => navigate(viewLink('meeting/SignInTable', { session: row.sessionId })) },
      ],
    }
  },
  dialogs: { hall: HallScreen },
  visibleActions: 3,
})
