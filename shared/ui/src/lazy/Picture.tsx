import { useEffect, useState } from 'react'
import { AppModal, Button, DownloadOutlined } from '../shell'

export interface PictureProps {
  fileName: string
  blob: Blob
  onSave: () => void
  onClose: () => void
}

/** A stored picture as it is, as large as the window lets it be. */
export function Picture({ fileName, blob, onSave, onClose }: PictureProps) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return (
    <AppModal
      open
      title={fileName}
      width="min(1200px, 92vw)"
      onCancel={onClose}
      footer={
        <Button icon={<DownloadOutlined />} onClick={onSave}>
          下载
        </Button>
      }
    >
      {address ? <img src={address} alt={fileName} style={{ display: 'block', maxWidth: '100%', maxHeight: '72vh', margin: '0 auto', objectFit: 'contain' }} /> : null}
    </AppModal>
  )
}
