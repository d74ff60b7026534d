import { memberCategory } from '@assoc/contract/member/category'
import { session } from '@assoc/session'
import { useAnswer } from '@assoc/ui/data'
import { useMemo } from 'react'

/** All categories as options, with a word for those that take nobody any more; none while they are read, or for who may not read them. */
export function useCategories() {
  const { data } = useAnswer(memberCategory.list, session().has('member:category:read') ? { pageSize: 100 } : null)
  return useMemo(
    () => (data?.items ?? []).map((c) => ({ value: c.categoryId, label: c.categoryStatus === 'enabled' ? c.categoryName : `${c.categoryName}（已停用）` })),
    [data],
  )
}
