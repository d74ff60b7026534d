import type { RequestOf } from '@assoc/contract'
import { dayAfter, today, yearNow } from '@assoc/contract/core/day'
import { NEW_SCHEME, type evalScheme } from '@assoc/contract/expert/scheme'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import type { TestServer } from '../../../test/harness'
import { addVersion } from '../form/template/repository'

export const DOC: FormDoc = {
  format: 1, title: '申报表', pages: ['p1'],
  blocks: { p1: { kind: 'page', title: '', items: ['s1'] }, s1: { kind: 'section', title: '一', items: ['q1', 'q2'] } },
  questions: { q1: { type: 'textarea', code: 'duty', label: '履职情况' }, q2: { type: 'number', code: 'meetings', label: '会议次数' } },
}

/** A published form of two questions. */
export async function publishForm(server: TestServer, formName = '董秘履职评价申报表'): Promise<string> {
  const { db } = server.platform
  const { template_id: templateId } = await db.insertInto('form_template').values({ form_name: formName, form_kind: 'normal', remark: null, doc: JSON.stringify(DOC), form_status: 'published', dept_id: null, create_by: null }).returning('template_id').executeTakeFirstOrThrow()
  await addVersion(db, templateId, 1, JSON.stringify(DOC), null)
  return templateId
}

const at = (days: number) => new Date(`${dayAfter(today(), days)}T09:00:00+08:00`).toISOString()

/** A scheme for secretaries whose period ended yesterday and whose applying runs for a month. */
export const schemeFields = (templateId: string, over: Partial<RequestOf<typeof evalScheme.insert>> = {}): RequestOf<typeof evalScheme.insert> => ({
  ...NEW_SCHEME, eligibleRules: [...NEW_SCHEME.eligibleRules], vetoRules: [...NEW_SCHEME.vetoRules], schemeName: `${yearNow()}董秘履职评价`, periodStart: dayAfter(today(), -366), periodEnd: dayAfter(today(), -1), applyStart: at(-1), applyEnd: at(30), templateId, versionNo: null, remark: null, ...over,
})
