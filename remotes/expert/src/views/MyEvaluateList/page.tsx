import { TaskList } from '../../fill/TaskList'

/** Those whom the person, or a company that they act for, is asked to evaluate. */
export default function MyEvaluateList() {
  return <TaskList view="expert/MyEvaluateList" title="评价列表" evaluation emptyText="没有需要评价的对象" />
}
