import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { fileItem } from '../core/files'
import { ref, withMeta } from '../core/fields'

/**
 * Keeps one file for a field of a form, `purpose` being `<resource>.<field>`; the person must be able to write that
 * resource. Until a record takes it, the file is theirs alone and goes after two days. Endings, size and the file's first
 * bytes are checked by the field's rule.
 */
export const uploadFile = call({
  path: '/user/file/uploadFile',
  title: '上传文件',
  access: signedIn,
  write: true,
  ownSettings: true,
  multipart: true,
  // Reports of listed companies are that large (domain A18); each field says what it takes.
  maxMb: 100,
  request: body({ purpose: withMeta(z.string().regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/, '上传用途不正确'), { label: '用途' }) }),
  response: fileItem,
})

/** A file of a record that the person may read, or one that they have uploaded themselves and not used yet. */
export const downloadFile = call({
  path: '/user/file/downloadFile',
  title: '下载文件',
  access: signedIn,
  blob: true,
  request: body({ fileId: ref('文件', 'file') }),
  response: z.unknown(),
})
