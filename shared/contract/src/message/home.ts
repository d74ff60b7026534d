import { z } from 'zod'
import { body, call } from '../core/call'
import { message } from './permits'

// What the home page asks of messages, apart from their resources, which are much more than it loads.

/** Number for the home page: messages of this month within the person's data scope, by channel. */
export const countMessages = call({
  path: '/message/sms/countMessages',
  title: '本月消息数量',
  access: message('sms:read'),
  home: 'number',
  request: body({}),
  response: z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() })),
})
