import { memberCategory } from '@assoc/contract/member/category'
import { useAnswer } from '@assoc/ui/data'
import { useMemo } from 'react'

/** All categories as options, with a word for those that take nobody any more; null while they are read. */
export function useCategories() {
  const { data, error } = useAnswer(memberCategory.list, { pageSize: 100 })
  return useMemo(() => {
    if (!data && !error) return null
    return (data?.items ?? []).map((c) => ({ value: c.categoryId, label: c.categoryStatus === 'enabled' ? c.categoryName : `${c.categoryName}（已停用）` }))
  }, [data, error])
}
