import { lecturer, lecturerStatus, NEW_LECTURER } from '@assoc/contract/meeting/lecturer'
import { resourcePage } from '@assoc/ui'

/** Lecturers of meetings and courses. */
export default resourcePage({
  name: 'meeting/TeacherList',
  title: '讲师管理',
  resource: lecturer,
  keywordHint: '姓名或单位',
  columns: [
    { field: 'lecturerName', width: 110, sortable: true },
    { field: 'unitPost', width: 230 },
    { field: 'specialties', width: 200 },
    { field: 'mobile', width: 130 },
    { field: 'talks', width: 95 },
    { field: 'lastTalk', width: 155 },
    { field: 'lecturerStatus', width: 90, title: '状态', tag: lecturerStatus },
    { field: 'email', width: 170, hidden: true },
    { field: 'nonResident', width: 110, hidden: true },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  detail: ['lecturerName', 'unitPost', 'specialties', 'mobile', 'email', 'nonResident', 'lecturerStatus', 'talks', 'lastTalk', 'intro', 'remark', 'updateTime'],
  initial: NEW_LECTURER,
  fields: { unitPost: { span: 2 }, specialties: { span: 2 }, nonResident: { help: '讲课费的税额手工填写' }, intro: { span: 2 }, remark: { span: 2 } },
  texts: { stop: '停用后不能再安排演讲和授课，已有的安排保留。', resume: '恢复后可以安排演讲和授课。', delete: '删除后不能恢复；已有演讲安排的可以停用。' },
})
