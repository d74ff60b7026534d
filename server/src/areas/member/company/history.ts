/** What a company is called and listed by. */
export interface Named {
  companyName: string
  shortName: string
  stockCode: string | null
}

/** What a company was called before: codes with commas between, names a line each, newest first. */
export interface CompanyHistory {
  oldStockCode: string | null
  formerNames: string | null
}

/** Lists that are written as one text, one after the other, each entry once; null when there is none. */
export function joined(sign: string, ...lists: (string | null)[]): string | null {
  const all = lists.flatMap((list) => list?.split(sign) ?? []).filter(Boolean)
  return all.length > 0 ? [...new Set(all)].join(sign) : null
}

const without = (sign: string, list: string | null, given: readonly (string | null)[]): string | null => joined(sign, list?.split(sign).filter((entry) => !given.includes(entry)).join(sign) ?? null)

/**
 * History after a change of code or names: what is given up joins it, and what the company is called again leaves it. Whoever
 * knows a company by what it was called finds it still, whichever way the change came.
 */
export function grownHistory(was: Named & CompanyHistory, now: Named): CompanyHistory {
  const given = (field: keyof Named) => (was[field] === now[field] ? null : was[field])
  return {
    oldStockCode: without(',', joined(',', given('stockCode'), was.oldStockCode), [now.stockCode]),
    formerNames: without('\n', joined('\n', given('companyName'), given('shortName'), was.formerNames), [now.companyName, now.shortName]),
  }
}
