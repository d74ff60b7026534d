import type { Call, RequestOf } from '@assoc/contract'
import { Button, DownloadOutlined, useExport } from '@assoc/ui'

/** Buttons that save one answer as a file. */
export function PaperButtons<C extends Call>({ call, input }: { call: C; input: (format: 'pdf' | 'docx') => RequestOf<C> }) {
  const { busy, run } = useExport(call)
  return (
    <>
      {(['pdf', 'docx'] as const).map((format) => (
        <Button key={format} icon={<DownloadOutlined />} disabled={busy} onClick={() => void run(input(format))}>
          {format === 'pdf' ? '下载 PDF' : '下载 Word'}
        </Button>
      ))}
    </>
  )
}
