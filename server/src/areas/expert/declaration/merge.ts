import { onMergePreview } from '../../member/api'
import { declaredTwice } from './merge.repository'

// Declarations go over with their company by their reference to it. Two that stand open under one scheme are named: one of them is withdrawn first.
onMergePreview(async (db, companyId, intoId) => (await declaredTwice(db, companyId, intoId)).map(({ schemeName, numbers }) => `双方在「${schemeName}」下都有申报（${numbers.join('、')}），请先撤回其中一方`))
