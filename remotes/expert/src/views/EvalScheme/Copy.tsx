import { yearLater } from '@assoc/contract/expert/eligibility'
import { copyEvalScheme, type evalScheme } from '@assoc/contract/expert/scheme'
import { FormDrawer, type PageDialog, type RowOfResource } from '@assoc/ui'

const instantLater = (at: string): string => `${yearLater(at.slice(0, 10))}${at.slice(10)}`
/** The year in a name goes on with it. */
const nameLater = (name: string): string => {
  const later = name.replace(/20\d\d/, (year) => String(Number(year) + 1))
  return later === name ? `${name}（新）` : later
}

/** A draft of the next period with the rules, indicators and grades of this scheme. */
export function Copy({ row, onClose, onDone }: PageDialog<RowOfResource<typeof evalScheme>>) {
  return (
    <FormDrawer
      open
      title={`复制：${row.schemeName}`}
      call={copyEvalScheme}
      hidden={{ schemeId: row.schemeId }}
      initial={{ schemeName: nameLater(row.schemeName), periodStart: yearLater(row.periodStart), periodEnd: yearLater(row.periodEnd), applyStart: instantLater(row.applyStart), applyEnd: instantLater(row.applyEnd) }}
      fields={[
        { name: 'schemeName', kind: 'text', span: 2, help: '申报条件、否决条件、指标和等级一并复制，申报表单使用其最新版本' },
        { name: 'periodStart', kind: 'date' },
        { name: 'periodEnd', kind: 'date' },
        { name: 'applyStart', kind: 'dateTime' },
        { name: 'applyEnd', kind: 'dateTime' },
      ]}
      submitText="复制"
      onClose={onClose}
      onDone={({ indicators, grades, unbound }) => onDone(`已复制：指标 ${indicators} 个，等级 ${grades} 个${unbound > 0 ? `；${unbound} 个指标的题目在新版表单中已没有，请重新对应` : ''}`)}
    />
  )
}
