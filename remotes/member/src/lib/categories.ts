import { memberCategory } from '@assoc/contract/member/category'
import { useAnswer } from '@assoc/ui/data'
import { useMemo } from 'react'

const option = (c: { categoryId: string; categoryName: string }) => ({ value: c.categoryId, label: c.categoryName })

/** All categories as options: those in use for forms, all for filters; null while they are read. */
export function useCategories() {
  const { data, error } = useAnswer(memberCategory.list, { pageSize: 100 })
  return useMemo(() => {
    const all = data?.items ?? []
    return data || error ? { all: all.map(option), enabled: all.filter((c) => c.categoryStatus === 'enabled').map(option) } : null
  }, [data, error])
}
