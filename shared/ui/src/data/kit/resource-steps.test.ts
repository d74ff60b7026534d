import { together } from './resource-steps'

test.each([
  ['批准入会', '入会申请', '批准入会申请'],
  ['删除', '公司', '删除公司'],
  ['撤销', '公司沿革', '撤销公司沿革'],
  ['复审', '', '复审'],
])('%s and %s are said as %s', (step, label, title) => {
  expect(together(step, label)).toBe(title)
})
