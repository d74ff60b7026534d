import { z } from 'zod'
import { body, call } from '../core/call'
import { ref, withMeta } from '../core/fields'
import type { Proposal } from './engine/proposal'
import { formLookup } from './lookups'
import { form } from './permits'

// A table form that is made of an Excel sheet.

/** Largest workbook that a form is made of, in MB. */
export const LAYOUT_MB = 5

const proposalSent = z.custom<Proposal>((value) => typeof value === 'object' && value !== null)

/** Reads a workbook as the layout of a table form; nothing is kept of it. `sheet` names the one that is read, the first when left out. */
export const readFormLayout = call({
  path: '/form/template/readFormLayout',
  title: '读取 Excel 版面',
  access: form('template:update'),
  multipart: true,
  maxMb: LAYOUT_MB,
  request: body({ templateId: ref('表单', formLookup), sheet: withMeta(z.string().min(1).max(100), { label: '工作表' }).optional() }),
  response: proposalSent,
})
