import type { ResponseOf } from '@assoc/contract'
import { selectMemberStat } from '@assoc/contract/member/statistics'
import { FailedToLoad, Skeleton, useAnswer } from '@assoc/ui'
import { Figures, Frame, SliceChart, StatChart, useNarrowing, type Figure } from '../../fee/stat'

type Stat = ResponseOf<typeof selectMemberStat>

/** Memberships in figures; each opens the members behind it. */
export default function MemberStat() {
  const { values, form } = useNarrowing('会员统计', [])
  const { data, error, reload } = useAnswer(selectMemberStat, values)
  return (
    <Frame title="会员统计" form={form}>
      {error && !data ? <FailedToLoad message={error} onRetry={() => void reload()} /> : data ? <Blocks stat={data} /> : <Skeleton active paragraph={{ rows: 14 }} />}
    </Frame>
  )
}

function Blocks({ stat }: { stat: Stat }) {
  const { standing, joinedThisYear, leftThisYear, byStatus, byKind, byCategory, byJurisdiction, byArrears, byYear } = stat
  const owing = byArrears[0]
  const individuals = byKind.find((kind) => kind.key === 'person')
  const figures: Figure[] = [
    { label: '在籍会员', value: standing, unit: '个' },
    { label: '其中个人会员', value: individuals?.count ?? 0, unit: '名', link: individuals?.link },
    { label: '今年入会', value: joinedThisYear, unit: '个', link: byYear.at(-1)?.link },
    { label: '今年退出', value: leftThisYear, unit: '个' },
    { label: '欠费 1 年及以上', value: owing?.count ?? 0, unit: '个', link: owing?.link },
  ]
  return (
    <>
      <Figures figures={figures} />
      <div className="stat-grid">
        <SliceChart kind="ring" title="会员类别（在籍）" slices={byCategory} name="会员数" />
        <SliceChart kind="bar" title="会籍状态" slices={byStatus} name="会员数" />
        <StatChart
          kind="line"
          title="近十年入会与退出"
          labels={byYear.map((y) => String(y.year))}
          series={[
            { name: '入会', values: byYear.map((y) => y.joined) },
            { name: '退出', values: byYear.map((y) => y.left) },
          ]}
          unit="count"
          links={byYear.map((y) => y.link)}
        />
        <SliceChart kind="bar" title="连续欠费（在籍）" slices={byArrears} name="会员数" />
      </div>
      <SliceChart kind="bar" title="辖区证监局（在籍单位会员）" slices={byJurisdiction} name="会员数" wide />
    </>
  )
}
