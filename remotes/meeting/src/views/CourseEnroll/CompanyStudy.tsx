import { downloadCompanyStudy } from '@assoc/contract/meeting/course-enroll'
import { companyLookup } from '@assoc/contract/member/lookups'
import { AppModal, Button, RefSelect, useExport } from '@assoc/ui'
import { useState } from 'react'

/** The study records and certificates of a company's people, as one zip. */
export function CompanyStudy() {
  const [open, setOpen] = useState(false)
  const [companyId, setCompanyId] = useState<string | null>(null)
  const download = useExport(downloadCompanyStudy)
  const run = async () => {
    if (!companyId) return
    await download.run({ companyId })
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>下载单位档案</Button>
      {open ? (
        <AppModal open title="下载单位学习档案" okText="下载" okButtonProps={{ disabled: !companyId, loading: download.busy }} onOk={() => void run()} onCancel={() => setOpen(false)}>
          <RefSelect lookup={companyLookup} aria-label="单位" placeholder="请选择单位" value={companyId} onChange={(id) => setCompanyId(typeof id === 'string' ? id : null)} />
        </AppModal>
      ) : null}
    </>
  )
}
