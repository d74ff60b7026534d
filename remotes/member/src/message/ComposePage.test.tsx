import { CODE } from '@assoc/contract'
import { countSms, readSmsRecipients, selectAudience, createAudience, messageAudience } from '@assoc/contract/message/audience'
import { createSms, previewSms, selectSmsChoices } from '@assoc/contract/message/message'
import { deleteDraft, saveDraft, selectDraft, selectPreferences } from '@assoc/contract/platform/workspace'
import { getDraftKey } from '@assoc/contract/platform/session'
import { fakeServer } from '@assoc/http/testing'
import { signedInAs } from '@assoc/session/testing'
import { renderUi } from '@assoc/ui/testing'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { ComposePage } from './ComposePage'
import { EMPTY } from './compose-values'

configure({ defaultHidden: true })

const PERMITS = ['message:sms:write', 'message:template:read', 'message:quota:read', 'member:category:read', 'message:send:submit']
const MARKS = { range: 'member', categoryIds: [], jurisdictions: [], companyTypes: [], boards: [], listStatuses: [], csrcIndustries: [], postTypes: [], inArrears: false, feeYear: null }
const good = {
  total: 3,
  willSend: 2,
  skipped: 1,
  parts: 2,
  quotaLeft: 10,
  quotaTotal: 100,
  cost: 10,
  wrongTemplate: null,
  sentToday: 0,
  needsApproval: false,
  skippedReasons: [{ reason: '手机号码格式不正确', count: 1 }],
  skippedList: [{ target: 'abc', name: '', reason: '手机号码格式不正确' }],
  samples: [{ target: '199****0001', name: '甄样', subject: '', content: '【示例协会】甄样您好', rich: null, ending: null }],
  noWayOut: null,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(selectPreferences, () => ({}))
  server.on(selectDraft, () => null)
  server.on(saveDraft, () => ({ savedTime: '2026-03-02T02:00:00.000Z' }))
  server.on(deleteDraft, () => ({}))
  server.on(getDraftKey, () => ({ key: '' }))
  server.on(selectSmsChoices, () => ({
    signName: '示例协会',
    templates: [{ templateId: '5', templateName: '会费提醒', providerCode: 'SMS_0001', subject: null, content: '${姓名}您好', rich: null }],
    categories: [],
    userGroups: [{ usergroupId: '3', groupName: '年会筹备组', memberCount: 5 }],
  }))
  server.on(countSms, () => ({ total: 3, willSend: 2, skippedReasons: [{ reason: '没有手机号码', count: 1 }] }))
  signedInAs(PERMITS)
})
afterEach(() => server.restore())

const write = (text: string) => fireEvent.change(screen.getByLabelText('短信内容'), { target: { value: text } })
const look = () => fireEvent.click(screen.getByRole('button', { name: '预览并发送' }))
const sent = (path: string) => server.sent.filter((s) => s.path === path)

test('counts characters and parts with the signature of the person’s department', async () => {
  renderUi(<ComposePage channel="sms" />)
  await screen.findByText('连同签名【示例协会】共 6 字，计 1 条，最多 500 字')
  write('字'.repeat(65))
  await screen.findByText('连同签名【示例协会】共 71 字，计 2 条，最多 500 字')
  fireEvent.click(screen.getByRole('button', { name: '姓名' }))
  expect(screen.getByLabelText('短信内容')).toHaveValue(`${'字'.repeat(65)}\${姓名}`)
})

test('a refusal of the server stands at its field and nothing is sent', async () => {
  server.on(previewSms, {
    returnCode: CODE.input,
    returnMessage: '不认识的变量',
    data: { fields: [{ path: 'content', message: '不认识的变量 ${昵称}' }] },
  })
  renderUi(<ComposePage channel="sms" />)
  look()
  await screen.findByText('请填写短信内容')
  expect(sent(previewSms.path)).toHaveLength(0)
  write('您好${昵称}')
  look()
  await screen.findByText('不认识的变量 ${昵称}')
  expect(sent(createSms.path)).toHaveLength(0)
})

test('what is looked at is what is sent, once; afterwards the form is empty', async () => {
  server.on(previewSms, () => good)
  server.on(createSms, () => ({ messageId: '7', msgStatus: 'queued' }))
  renderUi(<ComposePage channel="sms" />)
  write('您好')
  look()
  await screen.findByText('【示例协会】甄样您好')
  fireEvent.click(screen.getByRole('button', { name: '确认发送' }))
  await waitFor(() => expect(screen.getByLabelText('短信内容')).toHaveValue(''))
  const body = {
    msgKind: 'notice',
    content: '您好',
    templateId: null,
    audience: { contacts: MARKS, chosen: null, userGroupIds: [], extra: [] },
    scheduleTime: null,
  }
  expect(sent(previewSms.path).map((s) => s.input)).toEqual([body])
  expect(sent(createSms.path).map((s) => s.input)).toEqual([{ ...body, send: true }])
})

test('without enough quota, or without a signature, it cannot be sent', async () => {
  server.on(previewSms, () => ({ ...good, parts: 12 }))
  const { unmount } = renderUi(<ComposePage channel="sms" />)
  write('您好')
  look()
  await screen.findByText(/^额度不足：需要 12 条，剩余 10 条/)
  expect(screen.getByRole('button', { name: '确认发送' })).toBeDisabled()
  unmount()
  server.on(previewSms, () => ({ ...good, quotaLeft: null }))
  renderUi(<ComposePage channel="sms" />)
  write('您好')
  look()
  await screen.findByText(/没有启用的短信签名与额度/)
  expect(screen.getByRole('button', { name: '确认发送' })).toBeDisabled()
})

test('what was typed the last time stands there again', async () => {
  server.on(selectDraft, () => ({ content: { ...EMPTY, content: '上次写的', scheduleTime: null }, savedTime: '2026-03-02T02:00:00.000Z' }))
  renderUi(<ComposePage channel="sms" />)
  await waitFor(() => expect(screen.getByLabelText('短信内容')).toHaveValue('上次写的'))
  expect(screen.getByText(/^已恢复 .+ 未发送的内容$/)).toBeInTheDocument()
})

test('who may only write sees the preview, and is told that somebody else hands it in', async () => {
  signedInAs(PERMITS.filter((p) => p !== 'message:send:submit'))
  server.on(previewSms, () => good)
  renderUi(<ComposePage channel="sms" />)
  write('您好')
  look()
  await screen.findByText(/^您没有“提交群发”权限/)
  expect(screen.queryByRole('button', { name: '确认发送' })).toBeNull()
})

test('a month’s quota that is nearly used up is warned of, and what it will cost is told', async () => {
  server.on(previewSms, () => ({ ...good, wrongTemplate: '该模板已停用', cost: 1250 }))
  renderUi(<ComposePage channel="sms" />)
  write('您好')
  look()
  await screen.findByText(/^发送后本月额度将用去 92%/)
  expect(screen.getByText('12.50 元')).toBeInTheDocument()
  expect(screen.getByText('该模板已停用。')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '确认发送' })).toBeDisabled()
})

test('who would get it is counted while it is put together, before the preview', async () => {
  renderUi(<ComposePage channel="sms" />)
  await screen.findByText('将发给 2 人')
  expect(screen.getByText('，跳过 1 人（没有手机号码 1）')).toBeInTheDocument()
  expect(sent(countSms.path)[0]?.input).toEqual({ msgKind: 'notice', audience: { contacts: MARKS, chosen: null, userGroupIds: [], extra: [] } })
  fireEvent.change(screen.getByLabelText('另外填写手机号码'), { target: { value: '19900000001' } })
  await waitFor(() => expect(sent(countSms.path).at(-1)?.input).toMatchObject({ audience: { extra: ['19900000001'] } }))
  expect(sent(previewSms.path)).toHaveLength(0)
})

test('recipients of a workbook stand in the form, and what was not read is told', async () => {
  server.on(readSmsRecipients, () => ({ addresses: ['19900000002'], memberIds: ['7', '8'], unread: [{ row: 4, text: '乌有股份', reason: '没有找到会员' }], unreadCount: 1 }))
  const { container } = renderUi(<ComposePage channel="sms" />)
  await waitFor(() => expect(container.querySelector('input[type=file]')).not.toBeNull())
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [new File(['x'], '名单.xlsx')] } })
  await screen.findByText('第 4 行“乌有股份”：没有找到会员')
  expect(screen.getByLabelText('另外填写手机号码')).toHaveValue('19900000002')
  expect(screen.getByText('已选 2 家会员的在任联系人')).toBeInTheDocument()
  await waitFor(() => expect(sent(countSms.path).at(-1)?.input).toMatchObject({ audience: { contacts: null, chosen: { memberIds: ['7', '8'] }, extra: ['19900000002'] } }))
})

test('whom the form names is kept under a name', async () => {
  signedInAs([...PERMITS, 'message:audience:read', 'message:audience:update'])
  server.on(messageAudience.list, () => ({ items: [], total: 0 }))
  server.on(createAudience, () => ({ audienceId: '9' }))
  server.on(selectAudience, () => ({ audienceId: '9', version: 1, audienceName: '科创板董秘', abilities: ['update', 'delete'], audience: { contacts: null, extra: [] } }))
  renderUi(<ComposePage channel="sms" />)
  fireEvent.click(await screen.findByRole('button', { name: '保存为分组' }))
  fireEvent.change(await screen.findByLabelText('分组名称'), { target: { value: '科创板董秘' } })
  fireEvent.click(screen.getByRole('button', { name: '保存为新分组' }))
  await waitFor(() => expect(sent(createAudience.path)[0]?.input).toEqual({ audienceName: '科创板董秘', sharing: 'self', audience: { contacts: MARKS, chosen: null, userGroupIds: [], extra: [] } }))
})
