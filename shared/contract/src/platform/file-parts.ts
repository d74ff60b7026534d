import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { FILE_NAME_MESSAGE, isPlainFileName } from '../core/characters'
import { withMeta } from '../core/fields'
import { fileItem } from '../core/files'

/** Below it, each by its id, lie files that come in parts: told of by HEAD, added to by PATCH, given up by DELETE, as tus 1.0 says. */
export const PARTS_PATH = '/user/file/parts'

/** Bytes of a part; only the last one of a file is shorter. */
export const PART_BYTES = 5 * 1024 * 1024

/** Days after which a file that has not come whole is gone. */
export const UPLOAD_DAYS = 2

const uploadId = withMeta(z.string().regex(/^[a-f0-9]{40}$/, '上传编号不正确'), { label: '上传' })

/**
 * Begins a large file for a field of a form, as `uploadFile` does a small one. One of the same person, purpose, name, size and fingerprint
 * that was not finished is gone on with: the session, the page and the browser may have ended meanwhile.
 */
export const createUpload = call({
  path: '/user/file/createUpload',
  title: '开始上传文件',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({
    purpose: withMeta(z.string().regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/, '上传用途不正确'), { label: '用途' }),
    fileName: withMeta(z.string().min(1).max(150).refine(isPlainFileName, FILE_NAME_MESSAGE), { label: '文件名' }),
    fileSize: withMeta(z.number().int().min(0).max(2 ** 40), { label: '文件大小' }),
    /** What the sender knows the file again by. */
    fingerprint: withMeta(z.string().regex(/^[a-f0-9]{16,64}$/, '文件指纹不正确'), { label: '文件指纹' }),
  }),
  response: z.object({ uploadId, received: z.number().int() }),
})

/** Makes a file whose parts have all come an upload of the person's, as `uploadFile` answers it; the same when asked again. */
export const finishUpload = call({
  path: '/user/file/finishUpload',
  title: '完成上传文件',
  access: signedIn,
  write: true,
  ownSettings: true,
  request: body({ uploadId }),
  response: fileItem,
})
