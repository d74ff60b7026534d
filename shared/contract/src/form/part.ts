import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { id, withMeta } from '../core/fields'

// Who of a company fills in which page or section. It tells and permits nothing: everybody who acts for the company may fill in all of it.

const ofTask = { taskId: withMeta(id('填报任务'), { label: '填报任务' }) }

/** Colleagues who act for the company of a task as well, and who fills in what of it. */
export const selectFormParts = call({
  path: '/form/fill/selectFormParts',
  title: '查看填报分工',
  access: signedIn,
  request: body(ofTask),
  response: z.object({
    colleagues: z.array(z.object({ userId: id(), realName: z.string() })),
    parts: z.array(z.object({ blockId: z.string(), userId: id(), realName: z.string() })),
  }),
})

/** Gives a page or section to somebody who acts for the same company, who gets a notice; takes it back when nobody is named. */
export const giveFormPart = call({
  path: '/form/fill/giveFormPart',
  title: '安排填报分工',
  access: signedIn,
  write: true,
  request: body({ ...ofTask, blockId: withMeta(z.string().min(1).max(24), { label: '页或分节' }), userId: withMeta(id('负责人').nullable(), { label: '负责人' }) }),
  response: z.object({}),
})
