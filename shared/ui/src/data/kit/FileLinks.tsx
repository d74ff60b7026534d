import type { FileItem } from '@assoc/contract'
import { downloadFile } from '@assoc/contract/platform/file'
import { contentTypeOf, download, fileSize, isPicture, saveAs } from '@assoc/http'
import { useState } from 'react'
import { Button, Flex, Typography } from '../../shell'
import { Picture } from '../lazy'

/** A file of a record: pressing its name fetches it, and shows a picture; anything else is saved. A refusal is shown as a toast. */
export function FileLink({ file }: { file: Pick<FileItem, 'fileId' | 'fileName'> & { fileSize?: number } }) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<{ blob: Blob; fileName: string } | null>(null)
  const fetchIt = async () => {
    setBusy(true)
    try {
      const isShown = isPicture(file.fileName)
      const { blob, fileName } = await download(downloadFile, { fileId: file.fileId }, { kind: isShown ? 'image' : 'file' })
      const name = fileName || file.fileName
      // By the name under which it is stored: what bears another type than its ending is no picture to look at.
      if (isShown) setShown({ blob: new Blob([blob], { type: contentTypeOf(/\.(\w+)$/.exec(name)?.[1]) }), fileName: name })
      else saveAs(blob, name)
    } catch {
      // said by the client
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex align="baseline" gap={8}>
      <Button type="link" size="small" loading={busy} style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start', overflowWrap: 'anywhere' }} onClick={() => void fetchIt()}>
        {file.fileName}
      </Button>
      {file.fileSize === undefined ? null : (
        <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
          {fileSize(file.fileSize)}
        </Typography.Text>
      )}
      {shown ? <Picture {...shown} onSave={() => saveAs(shown.blob, shown.fileName)} onClose={() => setShown(null)} /> : null}
    </Flex>
  )
}

/** The files of a field below each other. */
export const FileLinks = ({ files }: { files: readonly FileItem[] }) => (
  <Flex vertical gap={4}>
    {files.map((file) => (
      <FileLink key={file.fileId} file={file} />
    ))}
  </Flex>
)
