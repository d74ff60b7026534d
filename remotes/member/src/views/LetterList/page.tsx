import { downloadLetter, letter, letterKind } from '@assoc/contract/fee/letter'
import { download, saveAs } from '@assoc/http'
import { session, tellLost } from '@assoc/session'
import { Button, resourcePage } from '@assoc/ui'
import { lazy, Suspense, useState } from 'react'

const Issue = lazy(() => import('../../letter/Issue'))

const save = async (letterId: string) => {
  try {
    const { blob, fileName } = await download(downloadLetter, { letterId })
    saveAs(blob, fileName)
  } catch (error) {
    tellLost(error)
  }
}

/** Letters that were issued, each as it was. */
export default resourcePage({
  name: 'member/LetterList',
  title: '会员文书',
  resource: letter,
  search: [
    { kind: 'text', name: 'keyword', label: '关键字', placeholder: '会员编号、名称或代码' },
    { kind: 'select', name: 'letterKind', label: '文书种类', options: letterKind.options },
    { kind: 'dates', name: 'issueTimeFrom', to: 'issueTimeTo', label: '出具日期' },
  ],
  columns: [
    { field: 'letterNo', width: 160 },
    { field: 'letterKind', width: 120 },
    { field: 'memberName', width: 220 },
    { field: 'memberNo', width: 130 },
    { field: 'title', width: 170 },
    { field: 'operator', width: 100 },
    { field: 'issueTime', width: 155, sortable: true },
    { field: 'templateVersion', width: 100, hidden: true },
  ],
  nameOf: (row) => row.letterNo,
  actions: (row) => [{ key: 'download', label: '下载 PDF', onClick: () => void save(row.letterId) }],
  toolbar: ({ reload }) => (session().has('fee:letter:issue') ? <IssueButton onDone={() => void reload()} /> : null),
})

function IssueButton({ onDone }: { onDone: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        出具文书
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <Issue
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
