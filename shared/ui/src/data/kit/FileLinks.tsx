import type { FileItem } from '@assoc/contract'
import { downloadFile } from '@assoc/contract/platform/file'
import { download, fileSize, isPicture, saveAs } from '@assoc/http'
import { useState } from 'react'
import { Button, Flex, Typography } from '../../shell'

/** A file of a record: pressing its name fetches it. A refusal is shown as a toast. */
export function FileLink({ file }: { file: FileItem }) {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      const { blob, fileName } = await download(downloadFile, { fileId: file.fileId }, { kind: isPicture(file.fileName) ? 'image' : 'file' })
      saveAs(blob, fileName || file.fileName)
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
      <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
        {fileSize(file.fileSize)}
      </Typography.Text>
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
