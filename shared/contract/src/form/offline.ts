import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { id, withMeta } from '../core/fields'
import type { Answer } from './engine/answers'

// A form that is filled in offline: it is fetched as a workbook, and what comes back is compared with what stands there now.

/** Largest workbook that comes back, in MB. */
export const FILLED_MB = 5

export interface FormDifference {
  path: string
  cell: string
  label: string
  /** What stands there now and what the file says, as people read it; personal answers are masked in the former. */
  now: string
  shown: string
  /** What the file says as an answer; left out where its cell is empty. */
  found?: Answer
  /** The revision at which the answer was last changed. */
  revision: number
  /** Somebody has changed it since the file was fetched. */
  changed: boolean
}
export interface FormWorkbookFault {
  path: string
  cell: string
  label: string
  message: string
}

const answerSent = z.custom<Answer>((value) => value !== undefined)
const ofTask = { taskId: withMeta(id('填报任务'), { label: '填报任务' }) }

/** The form of a task as a workbook with what was answered so far: labels are locked, cells to fill in are not. */
export const downloadFormWorkbook = call({
  path: '/form/fill/downloadFormWorkbook',
  title: '下载离线填报表',
  access: signedIn,
  blob: true,
  request: body(ofTask),
  response: z.unknown(),
})

/** Compares a workbook that was filled in with the answer as it stands now. It changes nothing: what is taken of it is saved like all else. */
export const readFormWorkbook = call({
  path: '/form/fill/readFormWorkbook',
  title: '读取离线填报表',
  access: signedIn,
  multipart: true,
  maxMb: FILLED_MB,
  request: body(ofTask),
  response: z.object({
    revision: z.number().int(),
    differences: z.array(z.object({ path: z.string(), cell: z.string(), label: z.string(), now: z.string(), shown: z.string(), found: answerSent.optional(), revision: z.number().int(), changed: z.boolean() })),
    faults: z.array(z.object({ path: z.string(), cell: z.string(), label: z.string(), message: z.string() })),
  }),
})
