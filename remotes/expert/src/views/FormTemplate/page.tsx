import { viewLink } from '@assoc/contract'
import { formStatus, formTemplate } from '@assoc/contract/form/template'
import { useNavigate } from '@assoc/router'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { FromExcel } from './FromExcel'

const Dictionary = lazy(() => import('./Dictionary').then((m) => ({ default: m.Dictionary })))
const Versions = lazy(() => import('./Versions').then((m) => ({ default: m.Versions })))

/** Forms that staff design; what is filled in are their published versions. */
export default resourcePage({
  name: 'expert/FormTemplate',
  title: '表单模板',
  resource: formTemplate,
  keywordHint: '表单名称',
  columns: [
    { field: 'formName', width: 260 },
    { field: 'formKind', width: 110 },
    { field: 'latestVersion', width: 100 },
    { field: 'openRounds', width: 120 },
    { field: 'updateTime', width: 165, sortable: true },
    { field: 'formStatus', width: 100, title: '状态', tag: formStatus },
  ],
  initial: { formKind: 'survey' },
  usePage: () => {
    const navigate = useNavigate()
    return {
      actions: (row, tools) => [
        ...(row.formStatus === 'archived' ? [] : [{ key: 'design', label: '设计', onClick: () => void navigate(viewLink(row.formKind === 'table' ? 'expert/EditFormTable' : 'expert/EditForm', { formId: row.templateId })) }]),
        ...(row.latestVersion === null ? [] : [{ key: 'versions', label: '版本', last: true, onClick: () => tools.show('versions', row) }]),
        { key: 'dictionary', label: '数据字典', last: true, onClick: () => tools.show('dictionary', row) },
      ],
    }
  },
  // Published in the designer, where what stands in the way is shown beside the questions.
  steps: { hide: ['publish'] },
  toolbar: () => <FromExcel />,
  dialogs: { versions: Versions, dictionary: Dictionary },
  texts: {
    end: '结束使用后不能再发放，进行中的发放照常填报。需要时可以在设计器中重新发布。',
    archive: '归档后不能再修改和发布，已有的填报照常保留。',
    delete: '从未发布的表单可以删除，删除后不能恢复。',
  },
  emptyText: '还没有表单，可新增后进入设计器添加题目',
})
