import { viewLink } from '@assoc/contract'
import { BY_NOTICE, evalScheme, NEW_SCHEME, schemeStatus } from '@assoc/contract/expert/scheme'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { resourcePage } from '@assoc/ui'
import { lazy } from 'react'
import { CasesButton } from './CasesButton'

const Copy = lazy(() => import('./Copy').then((m) => ({ default: m.Copy })))
const Eligible = lazy(() => import('./Eligible').then((m) => ({ default: m.Eligible })))
const Problems = lazy(() => import('./Problems').then((m) => ({ default: m.Problems })))

/** By which rules, form and scale a year is evaluated. */
export default resourcePage({
  name: 'expert/EvalScheme',
  title: '评价方案',
  resource: evalScheme,
  keywordHint: '方案名称',
  columns: [
    { field: 'schemeName', width: 240 },
    { field: 'evalTarget', width: 110 },
    { field: 'schemeYear', width: 95 },
    { field: 'periodStart', width: 115, hidden: true },
    { field: 'periodEnd', width: 120, sortable: true },
    { field: 'applyStart', width: 155, hidden: true },
    { field: 'applyEnd', width: 155, sortable: true },
    { field: 'formName', width: 180 },
    { field: 'versionNo', width: 95, hidden: true },
    { field: 'gradeScale', width: 95 },
    { field: 'schemeStatus', width: 100, title: '状态', tag: schemeStatus },
    { field: 'updateTime', width: 155, sortable: true, hidden: true },
  ],
  initial: NEW_SCHEME,
  fields: {
    versionNo: { help: '不填时使用最新版本' },
    eligibleRules: { span: 2, help: '都从评价期结束日往回计算；申报时逐条告知是否符合' },
    vetoRules: { span: 2, help: '有所列情形的不予评级，或评为最后一个等级' },
    tieRule: { help: '同分跨过名额边界时，全部计入或全部不计入该等级' },
    remark: { span: 2 },
  },
  steps: { hide: [...BY_NOTICE] },
  toolbar: () => <CasesButton />,
  usePage: () => {
    const navigate = useNavigate()
    const me = session()
    return {
      actions: (row, tools) => [
        { key: 'indicators', label: '指标', onClick: () => void navigate(viewLink('expert/EvalIndicator', { schemeId: row.schemeId })) },
        { key: 'grades', label: '等级', onClick: () => void navigate(viewLink('expert/EvalGrade', { schemeId: row.schemeId })) },
        ...(row.schemeStatus === 'draft' ? [{ key: 'problems', label: '检查', onClick: () => tools.show('problems', row) }] : []),
        { key: 'eligible', label: '测算符合人数', last: true, onClick: () => tools.show('eligible', row) },
        ...(me.has('evaluation:scheme:update') ? [{ key: 'copy', label: '复制为新方案', last: true, onClick: () => tools.show('copy', row) }] : []),
        ...(me.has('evaluation:grade:read') && !['draft', 'applying', 'reviewing'].includes(row.schemeStatus) ? [{ key: 'results', label: '评级结果', last: true, onClick: () => void navigate(viewLink('expert/DirectorGrade', { schemeId: row.schemeId })) }] : []),
      ],
    }
  },
  dialogs: { copy: Copy, eligible: Eligible, problems: Problems },
  texts: {
    open: '开放后，方案的内容、指标和等级都不能再修改，只能延长申报。',
    review: '截止后不再接收新的申报。',
    score: '进入评分后可以录入得分、计算名次与等级。',
    end: '终止后不能恢复，已有的申报和得分保留为记录。',
    delete: '只能删除草稿，其指标和等级一并删除。',
  },
  emptyText: '还没有评价方案',
})
