import { TaskList } from '../../fill/TaskList'

/** All forms that the person or one of their companies was asked to fill in. */
export default function QuestionnaireList() {
  return <TaskList view="expert/QuestionnaireList" title="问卷列表" emptyText="还没有收到问卷" />
}
