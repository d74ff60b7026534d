import { z } from 'zod'
import { body, call } from '../core/call'
import { meeting } from './permits'

// What the home page asks of this area. The host loads these calls with its first page, so they stand apart from the resources.

/** To-do for the home page: reservations that wait for approval. */
export const todoReservations = call({
  path: '/meeting/room/todoReservations',
  title: '待审批的预约',
  access: meeting('reservation:approve'),
  home: 'todo',
  request: body({}),
  response: z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() })),
})
