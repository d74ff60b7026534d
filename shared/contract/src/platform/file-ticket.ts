import { z } from 'zod'
import { body, call, signedIn } from '../core/call'

/** Seconds in which a ticket must be shown. */
export const FILE_TICKET_SECONDS = 60

/** Header that a ticket is shown in. */
export const FILE_TICKET_HEADER = 'file-ticket'

/**
 * Lets the page fetch one kind of file at another host of the installation, where the session's cookie is not sent: the ticket stands for
 * the cookie there, beside the token, for this call and session alone.
 */
export const createFileTicket = call({
  path: '/user/file/createFileTicket',
  title: '获取文件凭证',
  access: signedIn,
  request: body({ path: z.string().min(1).max(200) }),
  response: z.object({ ticket: z.string() }),
})
