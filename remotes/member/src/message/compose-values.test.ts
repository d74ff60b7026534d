import { emptyRich } from '@assoc/contract/core/rich-text'
import dayjs from 'dayjs'
import { EMPTY, fieldOf, lengthOf, listed, requestOf } from './compose-values'

test('pasted numbers are taken apart whatever divides them', () => {
  expect(listed(' 19900000001\n19900000002，19900000003; 19900000004、\t19900000005 \n\n')).toEqual([
    '19900000001',
    '19900000002',
    '19900000003',
    '19900000004',
    '19900000005',
  ])
})

test('a text message counts with its signature, in parts of 70 or 67', () => {
  expect(lengthOf('字'.repeat(64), '示例协会')).toEqual({ characters: 70, parts: 1 })
  expect(lengthOf('字'.repeat(65), '示例协会')).toEqual({ characters: 71, parts: 2 })
  expect(lengthOf('', null)).toEqual({ characters: 0, parts: 1 })
})

test('the body says nothing of marks that are not wanted, and a text message has no subject', () => {
  // What a picker holds: ten o'clock as it is read, whatever zone the browser stands in.
  const at = dayjs('2026-03-02T10:00:31.5')
  expect(
    requestOf('sms', { ...EMPTY, content: '您好', byMarks: false, postTypes: ['secretary'], extra: '19900000001', scheduleTime: at }),
  ).toEqual({
    msgKind: 'notice',
    content: '您好',
    templateId: null,
    audience: { contacts: null, chosen: null, userGroupIds: [], extra: ['19900000001'] },
    scheduleTime: '2026-03-02T02:00:00.000Z',
  })
  expect(requestOf('mail', { ...EMPTY, subject: '主题' })).toMatchObject({
    subject: '主题',
    content: emptyRich(),
    attachments: [],
    audience: { contacts: { inArrears: false }, extra: [] },
  })
})

test('refusals stand at the fields of the form', () => {
  expect(['content', 'audience', 'audience.extra.3', 'scheduleTime', 'version'].map((path) => fieldOf('sms', path))).toEqual([
    'content',
    'byMarks',
    'extra',
    'scheduleTime',
    'content',
  ])
  expect(['content', 'attachments.0.fileId', 'subject'].map((path) => fieldOf('mail', path))).toEqual(['rich', 'attachments', 'subject'])
})
