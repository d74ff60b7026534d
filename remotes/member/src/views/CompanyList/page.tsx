import { batchCompany, board, changeCompanyStatus, companyRow, companyType, deleteCompany, exportCompany, jurisdiction, listStatus, MAX_STOCK_CODES, selectCompany, selectCompanyByPage, vacantPost } from '@assoc/contract/member/company'
import { CODE, type RequestOf } from '@assoc/contract'
import { api, ApiError } from '@assoc/http'
import { useLocation, useNavigate } from '@assoc/router'
import { session, toasts } from '@assoc/session'
import { Button, ExportOutlined, ImportOutlined, ListPage, PlusOutlined, ReasonDialog, RowActions, stepsOf, useBatch, useExport, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { Suspense, lazy, useState } from 'react'
import type { ReshapeKind } from '../../company/reshape/kinds'
import { industryText, useIndustries } from '../../company/industry'
import { sharesText } from '../../lib/shares'
import { CompanyDetail } from './CompanyDetail'
import { actionsOf, sentenceOfStep, type CompanyActions } from './actions'
import { FinishedExport } from './FinishedExport'
import type { Company, CompanyRow, StatusStep } from './types'

// What is opened seldom comes when it is.
const NewCompany = lazy(async () => ({ default: (await import(/* webpackChunkName: "CompanyForm" */ './CompanyForm')).NewCompany }))
const EditCompany = lazy(async () => ({ default: (await import(/* webpackChunkName: "CompanyForm" */ './CompanyForm')).EditCompany }))
const InUse = lazy(async () => ({ default: (await import(/* webpackChunkName: "InUse" */ './InUse')).InUse }))
const StockListDrawer = lazy(async () => ({ default: (await import(/* webpackChunkName: "StockListDrawer" */ '../../stock-list/StockListDrawer')).StockListDrawer }))

const Reshape = lazy(() => import(/* webpackChunkName: "Reshape" */ '../../company/reshape/Reshape'))

type Dialog =
  | { kind: 'new' | 'import' }
  | { kind: 'edit'; company: Company }
  | { kind: 'step'; company: CompanyRow; step: StatusStep }
  | { kind: 'delete'; company: CompanyRow }
  | { kind: 'inUse'; company: CompanyRow; message: string }
  | { kind: 'reshape'; company: CompanyRow; how: ReshapeKind }
  | null

const COLUMNS: Column<CompanyRow>[] = [
  { field: 'shortName', width: 140, sortable: true },
  { field: 'stockCode', width: 108, sortable: true },
  { field: 'listStatus', width: 108, tag: listStatus },
  { field: 'companyName', width: 250 },
  { field: 'companyType', width: 120 },
  { field: 'board', width: 84 },
  { field: 'jurisdiction', width: 116 },
  { field: 'csrcIndustry', width: 200, render: (c) => industryText(c.csrcIndustry, c.csrcIndustryName), text: (c) => industryText(c.csrcIndustry, c.csrcIndustryName) },
  { field: 'swIndustry', width: 150, render: (c) => industryText(c.swIndustry, c.swIndustryName), text: (c) => industryText(c.swIndustry, c.swIndustryName) },
  { field: 'listDate', width: 116, sortable: true },
  { field: 'totalShares', width: 140, align: 'right', render: (c) => sharesText(c.totalShares) },
  { field: 'updateTime', width: 160, sortable: true },
]

const REMOVAL = '删除后不再出现在列表和搜索中，证券代码和统一社会信用代码可以重新登记。还有会员、在任联系人等记录的公司不能删除。此操作会记入日志。'

const FILTERS = ['keyword', 'stockCodes', 'listStatus', 'board', 'jurisdiction', 'companyType', 'vacancy', 'csrcIndustry', 'swIndustry', 'listDateFrom', 'listDateTo']

/** The register of companies. `open` in the address names a company whose detail is shown. */
function CompanyList() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const [stamp, setStamp] = useState(0)
  const [openId, setOpenId] = useOpenCompany()
  const { busy, progress, run } = useExport(exportCompany)
  const [capco, shenwan] = [useIndustries('capco'), useIndustries('sw2021')]
  const list = useResourceList({
    call: selectCompanyByPage,
    idOf: (c) => c.companyId,
    filters: FILTERS,
    lists: ['stockCodes'],
    sortable: ['stockCode', 'shortName', 'listDate', 'updateTime'],
    defaultSort: { field: 'updateTime', order: 'desc' },
  })
  const close = () => setDialog(null)
  const changed = (text?: string) => {
    if (text) toasts.success(text)
    setStamp((n) => n + 1)
    void list.reload()
  }

  const batch = useBatch({
    call: batchCompany,
    what: '公司',
    steps: stepsOf(listStatus, deleteCompany),
    texts: { delete: REMOVAL },
    store: list.store,
    onDone: () => changed(),
  })

  // The list shows a part of the fields; the form needs them all, as they stand now.
  const edit = async (companyId: string) => {
    try {
      setDialog({ kind: 'edit', company: await api(selectCompany, { companyId }) })
    } catch {
      void list.reload()
    }
  }
  const companyActions = (company: CompanyRow): CompanyActions => ({
    edit: () => void edit(company.companyId),
    step: (step) => setDialog({ kind: 'step', company, step }),
    remove: () => setDialog({ kind: 'delete', company }),
    reshape: (how) => setDialog({ kind: 'reshape', company, how }),
  })

  const step = async ({ companyId, version, shortName }: CompanyRow, { verb, label }: StatusStep, reason: string) => {
    try {
      await api(changeCompanyStatus, { companyId, version, verb, ...(reason ? { reason } : {}) })
      toasts.success(`${shortName}：已${label}`)
    } finally {
      changed()
    }
  }
  const remove = async (company: CompanyRow) => {
    const { companyId, version, shortName } = company
    try {
      await api(deleteCompany, { companyId, version }, { quiet: [CODE.inUse] })
      list.store.clearSelection()
      if (openId === companyId) setOpenId(null)
      toasts.success(`${shortName} 已删除`)
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE.inUse) setDialog({ kind: 'inUse', company, message: error.message })
      throw error
    } finally {
      void list.reload()
    }
  }

  const exportInput = (rows?: CompanyRow[]) => {
    const { sort } = list.store.query
    const chosen = rows && !list.store.allMatching ? { companyIds: rows.map((c) => c.companyId) } : list.store.filterInput()
    return { ...chosen, ...(sort ? { sort } : {}) } as RequestOf<typeof exportCompany>
  }
  const has = (action: 'insert' | 'update' | 'delete' | 'import' | 'export') => session().has(`member:company:${action}`)

  return (
    <>
      <ListPage
        name="member/CompanyList"
        title="公司管理"
        list={list}
        row={companyRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '公司', placeholder: '代码、简称、全称或拼音首字母' },
          { kind: 'select', name: 'listStatus', label: '上市状态', options: listStatus.options },
          { kind: 'select', name: 'board', label: '板块', options: board.options },
          { kind: 'select', name: 'jurisdiction', label: '辖区', options: jurisdiction.options },
          { kind: 'select', name: 'companyType', label: '公司类型', options: companyType.options },
          { kind: 'select', name: 'csrcIndustry', label: '所属行业', options: capco ?? [] },
          { kind: 'select', name: 'swIndustry', label: '申万行业', options: shenwan ?? [] },
          { kind: 'list', name: 'stockCodes', label: '证券代码', placeholder: `可粘贴 Excel 的一列，最多 ${MAX_STOCK_CODES} 个` },
          { kind: 'select', name: 'vacancy', label: '岗位空缺', options: vacantPost.options },
          { kind: 'dates', name: 'listDateFrom', to: 'listDateTo', label: '上市日期' },
        ]}
        toolbar={
          <>
            {has('import') ? (
              <Button icon={<ImportOutlined />} onClick={() => setDialog({ kind: 'import' })}>
                导入证券列表
              </Button>
            ) : null}
            {has('export') ? (
              <Button icon={<ExportOutlined />} loading={busy} disabled={list.store.total === 0} onClick={() => void run(exportInput())}>
                {progress === null ? '导出筛选结果' : `导出中 ${progress}%`}
              </Button>
            ) : null}
            {has('insert') ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'new' })}>
                新增公司
              </Button>
            ) : null}
          </>
        }
        rowActions={(company) => <RowActions visible={1} actions={actionsOf(company, companyActions(company))} />}
        actionsWidth={124}
        selectable={has('export') || batch.any}
        selectionActions={(rows) => (
          <>
            {has('export') ? (
              <Button size="small" loading={busy} onClick={() => void run(exportInput(rows))}>
                导出选中
              </Button>
            ) : null}
            {batch.buttons}
          </>
        )}
        onOpen={(company) => setOpenId(company.companyId)}
        emptyAction={has('import') ? <Button onClick={() => setDialog({ kind: 'import' })}>导入证券列表</Button> : null}
      >
        <FinishedExport />
      </ListPage>
      {batch.dialog}
      {openId ? <CompanyDetail companyId={openId} stamp={stamp} companyActions={companyActions} onClose={() => setOpenId(null)} /> : null}
      <Suspense fallback={null}>
        {dialog?.kind === 'new' ? (
          <NewCompany
            onClose={close}
            onDone={(companyId) => {
              close()
              changed('公司已新增')
              setOpenId(companyId)
            }}
          />
        ) : null}
        {dialog?.kind === 'edit' ? (
          <EditCompany
            company={dialog.company}
            onClose={close}
            onDone={() => {
              close()
              changed('公司已保存')
            }}
          />
        ) : null}
        {dialog?.kind === 'inUse' ? <InUse {...dialog} onMerge={() => setDialog({ kind: 'reshape', company: dialog.company, how: 'merge' })} onClose={close} /> : null}
      </Suspense>
      {dialog?.kind === 'step' ? (
        <ReasonDialog
          title={`${dialog.step.label}：${dialog.company.shortName}`}
          text={sentenceOfStep(dialog.company.shortName, dialog.company.listStatus, dialog.step)}
          confirmText={dialog.step.label}
          reason={dialog.step.reason ?? 'none'}
          danger={Boolean(dialog.step.danger)}
          onConfirm={(reason) => step(dialog.company, dialog.step, reason)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除公司：${dialog.company.shortName}`}
          text={REMOVAL}
          confirmText="删除"
          reason="none"
          danger
          onConfirm={() => remove(dialog.company)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'reshape' ? (
        <Suspense fallback={null}>
          <Reshape
            kind={dialog.how}
            companyId={dialog.company.companyId}
            onClose={close}
            onDone={(companyId) => {
              if (openId && openId !== companyId) setOpenId(companyId)
              changed()
            }}
          />
        </Suspense>
      ) : null}
      {dialog?.kind === 'import' ? (
        <Suspense fallback={null}>
          <StockListDrawer onClose={close} onWritten={() => changed()} />
        </Suspense>
      ) : null}
    </>
  )
}

/** The company that the address opens; closing takes it out of the address again. */
function useOpenCompany(): [string | null, (companyId: string | null) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get('record')
  const set = (companyId: string | null) => {
    const params = new URLSearchParams(search)
    if (companyId) params.set('record', companyId)
    else params.delete('record')
    navigate({ pathname, search: params.size > 0 ? `?${params}` : '' }, { replace: true })
  }
  return [named && /^\d{1,18}$/.test(named) ? named : null, set]
}

export default observer(CompanyList)
