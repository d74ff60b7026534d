import { statusMachine, type PermitCode } from '@assoc/contract'
import { reverseOf, together } from './resource-steps'

test.each([
  ['批准入会', '入会申请', '批准入会申请'],
  ['删除', '公司', '删除公司'],
  ['撤销', '公司沿革', '撤销公司沿革'],
  ['复审', '', '复审'],
])('%s and %s are said as %s', (step, label, title) => {
  expect(together(step, label)).toBe(title)
})

const [own, others] = ['rbac:dict:update', 'rbac:dict:read'] as [PermitCode, PermitCode]
const machine = statusMachine('状态', { on: ['启用', 'green'], off: ['停用', 'grey'], draft: ['草稿', 'grey'], waiting: ['待审', 'amber'], passed: ['通过', 'green'], gone: ['作废', 'red'] }, [
  { from: ['on'], to: 'off', verb: 'disable', label: '停用', permit: own, danger: true },
  { from: ['off'], to: 'on', verb: 'enable', label: '启用', permit: own },
  { from: ['draft'], to: 'waiting', verb: 'submit', label: '提交', permit: own },
  { from: ['waiting'], to: 'draft', verb: 'withdraw', label: '撤回', permit: own },
  { from: ['waiting'], to: 'passed', verb: 'pass', label: '通过', permit: others, separate: true },
  { from: ['passed'], to: 'waiting', verb: 'reopen', label: '重审', permit: others },
  { from: ['on'], to: 'gone', verb: 'void', label: '作废', permit: own },
  { from: ['gone'], to: 'on', verb: 'revive', label: '恢复', permit: own, reason: 'required' },
])

test.each([
  ['disable', 'on', 'enable'],
  ['enable', 'off', 'disable'],
  ['submit', 'draft', 'withdraw'],
  // What others decide is no toggle, and what asks for a reason is no answer to one press.
  ['pass', 'waiting', null],
  ['void', 'on', null],
  ['disable', 'draft', null],
])('%s of a row that was %s is taken back by %s', (verb, from, by) => expect(reverseOf(machine, verb, from)).toBe(by))
