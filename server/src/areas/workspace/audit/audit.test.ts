import { CODE } from '@assoc/contract'
import { selectAuditOfRecord } from '@assoc/contract/platform/audit'
import { post } from '@assoc/contract/rbac/post'
import { formatValue } from '../../../platform/audit/labels'
import { startTestServer, type TestServer } from '../../../../test/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the log of a record speaks the contract’s words, for those who may read it', async () => {
  const { postId } = await server.ok(post.insert, { postCode: 'KJ', postName: '会计', sortNo: 1 })
  await server.ok(post.update, { postId, version: 1, postCode: 'KJ', postName: '主管会计', sortNo: 1 })
  const auditor = await server.person({ permits: ['rbac:audit:read'] })
  const entries = await server.ok(selectAuditOfRecord, { recordType: 'post', recordId: postId }, { as: auditor })
  expect(entries.map((e) => e.title)).toEqual([post.update.title, post.insert.title])
  expect(entries[0]?.changes).toEqual([{ field: '岗位名称', before: '会计', after: '主管会计' }])
  expect(entries[0]?.userName).toBe('系统管理员')
  const anna = await server.person()
  expect((await server.call(selectAuditOfRecord, { recordType: 'post', recordId: postId }, { as: anna })).returnCode).toBe(CODE.forbidden)
})

test('values are formatted for readers and personal data is masked', () => {
  expect(formatValue('mobile', '13912345678')).toBe('139****5678')
  expect(formatValue('companyEmail', 'jia@example.com')).toBe('j***@example.com')
  expect(formatValue('needAudit', true)).toBe('是')
  expect(formatValue('fee', 1234567, { show: 'money' })).toBe('12,345.67 元')
  expect(formatValue('startTime', '2026-03-30T01:00:00.000Z', { show: 'instant' })).toBe('2026-03-30 09:00:00')
  expect(formatValue('equipment', ['video', 'other'], { options: { video: '视频会议' } })).toBe('视频会议、other')
  expect(formatValue('remark', '')).toBeNull()
})
