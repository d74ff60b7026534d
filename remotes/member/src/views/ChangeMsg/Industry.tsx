import { Select } from '@assoc/ui'
import { useIndustries } from '../../company/industry'

/** The classification of a company's industry by its field. */
const SCHEME_OF = { csrcIndustry: 'capco', swIndustry: 'sw2021' } as const
type IndustryField = keyof typeof SCHEME_OF

export const isIndustry = (fieldName: string | undefined): fieldName is IndustryField => fieldName !== undefined && fieldName in SCHEME_OF

/** Picks an industry of the field's classification by code or name. */
export function Industry({ field, label, value, onChange }: { field: IndustryField; label: string; value: string | null; onChange: (value: string | null) => void }) {
  const industries = useIndustries(SCHEME_OF[field])
  return (
    <Select
      allowClear
      showSearch
      loading={!industries}
      aria-label={label}
      style={{ width: '100%' }}
      placeholder="输入行业代码或名称；不选即清空"
      value={value}
      options={industries ?? []}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  )
}
