import { TaskList } from '../../fill/TaskList'

/** Forms that wait for the person, or for a company that they act for. */
export default function QuestionnaireTodo() {
  return <TaskList view="expert/QuestionnaireTodo" title="待填问卷" part="open" emptyText="没有待填的问卷" />
}
