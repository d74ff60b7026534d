import type { courseResource } from '@assoc/contract/meeting/course'
import { examQuestion } from '@assoc/contract/meeting/exam-question'
import { AppDrawer, ResourcePart, type PageDialog, type RowOf } from '@assoc/ui'

/** The questions of a course's pool. */
export function PoolDialog({ row, onClose, onChanged }: PageDialog<RowOf<typeof courseResource.list>>) {
  return (
    <AppDrawer open title={`题库 · ${row.courseName}`} size={960} onClose={onClose}>
      <ResourcePart
        name="meeting/CourseList/pool"
        title="考题"
        resource={examQuestion}
        fixed={{ courseId: row.courseId }}
        keywordHint="题干"
        columns={[
          { field: 'questionType', width: 80 },
          { field: 'stem', width: 360 },
          { field: 'choices', width: 220 },
          { field: 'answer', width: 80 },
          { field: 'updateTime', width: 155, sortable: true },
        ]}
        initial={{ questionType: 'single' }}
        fields={{ stem: { span: 2, kind: 'longText' }, choices: { span: 2, help: '各选项之间用 | 分隔，依次为 A、B、C……；判断题 A 为正确，B 为错误' }, answer: { help: '填选项字母，例如 A 或 ABD' } }}
        onChanged={() => onChanged()}
      />
    </AppDrawer>
  )
}
