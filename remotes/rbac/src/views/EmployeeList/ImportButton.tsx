import type { AnyResource } from '@assoc/contract'
import { tellLost } from '@assoc/session'
import { Button, ImportDialog, ImportOutlined } from '@assoc/ui'
import { useState } from 'react'

/** Makes accounts employees by a file; what it imports is fetched when it is pressed. */
export function ImportButton({ reload }: { reload: () => Promise<void> }) {
  const [importing, setImporting] = useState<AnyResource | null>(null)
  return (
    <>
      <Button icon={<ImportOutlined />} onClick={() => void import('@assoc/contract/rbac/employee-import').then((m) => setImporting(m.employeeImport), tellLost)}>
        导入
      </Button>
      {importing ? (
        <ImportDialog
          resource={importing}
          onClose={(changed) => {
            setImporting(null)
            if (changed) void reload()
          }}
        />
      ) : null}
    </>
  )
}
