import { formDoc } from '@assoc/contract/form/engine/document'
import { problemsOf } from '@assoc/contract/form/engine/problems'
import { officeStaff, satisfaction, selfReview } from './documents'

test.each([selfReview, officeStaff, satisfaction].map((doc) => [doc.title, doc] as const))('%s can be published', (_title, doc) => {
  expect(formDoc.safeParse(doc).error?.issues ?? []).toEqual([])
  expect(problemsOf(doc)).toEqual([])
})
