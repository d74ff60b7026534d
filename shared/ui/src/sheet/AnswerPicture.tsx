import { CODE } from '@assoc/contract'
import type { AnswerFile } from '@assoc/contract/form/engine/answers'
import { downloadFile } from '@assoc/contract/platform/file'
import { contentTypeOf, download } from '@assoc/http'
import { useEffect, useState } from 'react'

/** A picture of an answer, fetched for whoever may read the answer; its name where it cannot be shown. */
export function AnswerPicture({ file, reads }: { file: AnswerFile; reads: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  const { fileId, name } = file
  useEffect(() => {
    if (!reads) return
    let made: string | null = null
    const stop = new AbortController()
    download(downloadFile, { fileId }, { kind: 'image', quiet: [CODE.notFound, CODE.forbidden], signal: stop.signal }).then(
      ({ blob }) => {
        if (stop.signal.aborted) return
        // By its name, which the server has held against its first bytes.
        made = URL.createObjectURL(new Blob([blob], { type: contentTypeOf(/\.(\w+)$/.exec(name)?.[1]) }))
        setAddress(made)
      },
      () => undefined,
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [fileId, name, reads])
  return address ? <img src={address} alt={name} className="fs-picture" /> : <span>{name}</span>
}
