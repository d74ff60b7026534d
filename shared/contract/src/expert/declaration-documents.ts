import { z } from 'zod'
import { body, call } from '../core/call'
import { ref, withMeta } from '../core/fields'
import { declaration as permit } from './permits'

/** Declarations whose documents come in one archive. */
export const DOCUMENTS_MOST = 50

/** Documents and stamped scans of some declarations in one archive. */
export const exportDeclarationDocuments = call({
  path: '/expert/declaration/exportDeclarationDocuments',
  title: '打包下载申报材料',
  access: permit('declare:manage'),
  blob: true,
  request: body({ declareIds: withMeta(z.array(ref('申报', 'declaration')).min(1, '请先选择申报').max(DOCUMENTS_MOST, `一次最多打包 ${DOCUMENTS_MOST} 份`), { label: '申报' }) }),
  response: z.unknown(),
})
