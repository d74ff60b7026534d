import type { courseResource } from '@assoc/contract/meeting/course'
import { enrollCourse } from '@assoc/contract/meeting/course-study'
import { FormDrawer, type FormField, type PageDialog, type RowOf } from '@assoc/ui'

const FIELDS: FormField[] = [{ name: 'learnerId', kind: 'ref', span: 2, help: '没有的学员先在学员管理中登记' }]

/** Enrols somebody else: for staff anybody, for a company's account its own people. */
export function EnrollDialog({ row, onClose, onDone }: PageDialog<RowOf<typeof courseResource.list>>) {
  return <FormDrawer open title={`为他人报名 · ${row.courseName}`} call={enrollCourse} fields={FIELDS} initial={{}} hidden={{ courseId: row.courseId }} submitText="报名" onClose={onClose} onDone={() => onDone('已报名')} />
}
