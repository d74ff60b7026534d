import type { ResponseOf } from '@assoc/contract'
import type { verifyFormCertificate } from '@assoc/contract/form/certificate'
import type { openFormTask } from '@assoc/contract/form/fill'
import { ApiError, dateFormat } from '@assoc/http'
import { Alert, Button, Flex } from '@assoc/ui'
import { useState } from 'react'

/** The number and the hash under which an answer was certified, and whether it still is what was certified. */
export function Certificate({ of, verify }: { of: NonNullable<ResponseOf<typeof openFormTask>['certificate']>; verify: () => Promise<ResponseOf<typeof verifyFormCertificate>> }) {
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      const { consistent, found } = await verify()
      setSaid({ good: consistent, text: consistent ? '核验一致：内容与认证时相同' : `核验不一致：现在的内容指纹为 ${found}` })
    } catch (caught) {
      setSaid({ good: false, text: caught instanceof ApiError ? caught.message : '网络连接失败，请重试' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert
      type={said && !said.good ? 'error' : 'success'}
      showIcon
      style={{ marginBottom: 12 }}
      title={`已认证，编号 ${of.certificateNo}`}
      description={
        <Flex vertical gap={4}>
          <span>
            {dateFormat(of.certifyTime)}，认证第 {of.submissionNo} 次提交（第 {of.versionNo} 版）
          </span>
          <span style={{ overflowWrap: 'anywhere' }}>
            内容指纹 <code>{of.sha256}</code>
          </span>
          <Flex gap={8} align="center" wrap>
            <Button size="small" loading={busy} onClick={() => void check()}>
              核验
            </Button>
            <span role="status">{said?.text}</span>
          </Flex>
        </Flex>
      }
    />
  )
}
