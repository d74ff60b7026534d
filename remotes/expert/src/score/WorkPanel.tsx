import type { ResponseOf } from '@assoc/contract'
import { readScoreFile, type readScoreSheet } from '@assoc/contract/expert/review/score'
import { contentTypeOf, download, isPicture, saveAs } from '@assoc/http'
import { Button, Flex, Picture, StateScreen, Typography } from '@assoc/ui'
import { useState } from 'react'

type Sheet = ResponseOf<typeof readScoreSheet>

/** The work that is scored: its texts and files. */
export function WorkPanel({ sheet }: { sheet: Sheet }) {
  if (!sheet.work) return <StateScreen title="评审材料已关闭">评分截止后不能再查看评审材料，本人的评分保留在右侧。</StateScreen>
  const { title, sections, files } = sheet.work
  return (
    <article>
      <Typography.Title level={2} style={{ fontSize: 18, marginTop: 0 }}>
        {title}
      </Typography.Title>
      {files.length > 0 ? (
        <Flex vertical gap={4} style={{ marginBottom: 16 }}>
          {files.map((file) => (
            <WorkFile key={file.fileId} sheetId={sheet.sheetId} {...file} />
          ))}
        </Flex>
      ) : null}
      {sections.map(({ label, text }, i) => (
        <section key={`${i} ${label}`} style={{ marginBottom: 16 }}>
          <Typography.Text type="secondary">{label}</Typography.Text>
          <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', lineHeight: 1.75 }}>{text}</div>
        </section>
      ))}
    </article>
  )
}

function WorkFile({ sheetId, fileId, fileName }: { sheetId: string; fileId: string; fileName: string }) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<Blob | null>(null)
  const open = async () => {
    setBusy(true)
    try {
      const isShown = isPicture(fileName)
      const { blob } = await download(readScoreFile, { sheetId, fileId }, { kind: isShown ? 'image' : 'file' })
      if (isShown) setShown(new Blob([blob], { type: contentTypeOf(/\.(\w+)$/.exec(fileName)?.[1]) }))
      else saveAs(blob, fileName)
    } catch {
      // said by the client
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button type="link" size="small" loading={busy} style={{ padding: 0, height: 'auto', alignSelf: 'flex-start', whiteSpace: 'normal', textAlign: 'start' }} onClick={() => void open()}>
        {fileName}
      </Button>
      {shown ? <Picture blob={shown} fileName={fileName} onSave={() => saveAs(shown, fileName)} onClose={() => setShown(null)} /> : null}
    </>
  )
}
