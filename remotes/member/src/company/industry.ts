import type { RequestOf } from '@assoc/contract'
import { selectIndustries } from '@assoc/contract/member/industry-code'
import { useAnswer } from '@assoc/ui'
import { useMemo } from 'react'

export interface IndustryOption {
  value: string
  label: string
}

/** An industry as it is shown: C39 计算机、通信和其他电子设备制造业. */
export const industryText = (code: string | null | undefined, name: string | null): string => [code, name].filter(Boolean).join(' ') || '—'

/** Industries of a classification to choose from; undefined until they are read. */
export function useIndustries(scheme: RequestOf<typeof selectIndustries>['scheme']): IndustryOption[] | undefined {
  const { data } = useAnswer(selectIndustries, { scheme })
  return useMemo(() => data?.map(({ industryCode, industryName }) => ({ value: industryCode, label: industryText(industryCode, industryName) })), [data])
}
