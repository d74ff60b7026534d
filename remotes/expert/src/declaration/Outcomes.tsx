import type { Eligibility, RuleOutcome } from '@assoc/contract/expert/declaration'
import { ruleResult } from '@assoc/contract/expert/declaration-status'
import { dateFormat } from '@assoc/http'
import { Flex, Tag, Typography } from '@assoc/ui'

/** Rules of a scheme, each with how it turned out and the fact behind it. */
export function Outcomes({ rules }: { rules: readonly RuleOutcome[] }) {
  if (rules.length === 0) return <Typography.Text type="secondary">该方案没有申报条件</Typography.Text>
  return (
    <ul aria-label="申报条件" style={{ margin: 0, paddingInlineStart: 0, listStyle: 'none' }}>
      {rules.map((one) => (
        <li key={one.rule} style={{ padding: '2px 0' }}>
          <Flex gap={8} align="baseline" wrap>
            <Tag color={one.result === 'pass' ? 'green' : 'red'}>{ruleResult.labels[one.result]}</Tag>
            <span>{one.label}</span>
            <Typography.Text type="secondary">{one.note}</Typography.Text>
          </Flex>
        </li>
      ))}
    </ul>
  )
}

/** What was decided on the rules, and when. */
export function Decided({ of }: { of: Eligibility | null }) {
  if (!of) return <Typography.Text type="secondary">提交时核查申报条件</Typography.Text>
  return (
    <>
      <Outcomes rules={of.rules} />
      <div>
        <Typography.Text type="secondary">核查时间 {dateFormat(of.decidedAt)}，评价期结束后再核查一次</Typography.Text>
      </div>
    </>
  )
}
