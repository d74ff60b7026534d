import { yearNow } from '@assoc/contract/core/day'
import { feeStandard, standardStatus } from '@assoc/contract/fee/standard'
import { resourcePage } from '@assoc/ui'
import { sharesText } from '../../lib/shares'
import { searchOf } from '../../fee/search'

interface Band {
  shareFrom?: string | null | undefined
  shareTo?: string | null | undefined
}

/** A band of shares in words. */
const bandText = ({ shareFrom, shareTo }: Band): string => {
  if (!shareFrom && !shareTo) return '不分档'
  if (!shareFrom) return `${sharesText(shareTo ?? null)} 以下`
  return shareTo ? `${sharesText(shareFrom)} 至 ${sharesText(shareTo)}` : `${sharesText(shareFrom)} 及以上`
}

/** Fees by category and year, as the assembly of members decided them. */
export default resourcePage({
  name: 'member/FeeStandard',
  title: '会费标准',
  resource: feeStandard,
  search: searchOf(feeStandard, '标准名称'),
  columns: [
    { field: 'standardName', width: 225 },
    { field: 'categoryName', width: 130 },
    { field: 'effectiveYear', width: 110, sortable: true, align: 'left' },
    { field: 'shareFrom', title: '股本档次（万股）', width: 160, render: bandText, text: bandText },
    { field: 'amount', width: 130, sortable: true },
    { field: 'standardStatus', width: 100, tag: standardStatus },
    { field: 'billCount', width: 110, hidden: true },
    { field: 'resolutionNo', width: 220, hidden: true },
    { field: 'publishDate', width: 120, hidden: true },
  ],
  fields: {
    standardName: { placeholder: '例如 理事单位会费' },
    shareFrom: { help: '不分档的类别不填上下限；最低一档不填下限' },
    shareTo: { help: '最高一档不填上限' },
    amount: { help: '固定金额，不设浮动和折扣' },
    totalDelegates: { help: '出席须达到应到的三分之二' },
    agreeVotes: { help: '无记名投票，同意须达到出席的半数' },
    publishDate: { help: '须在决议后 30 天内公开' },
  },
  initial: { effectiveYear: yearNow() + 1 },
  texts: {
    submit: '提交后由会费主管启用，启用前仍可退回草稿。分档的类别各档都提交后才能启用。',
    enact: '启用后标准不能再修改，从生效年度起的账单按它计费。同一类别和年度的各档须相接，既不重叠也不留空档。',
    stop: '停用后新账单不再按此标准计费，已出的账单不变。分档的类别停用一档后会留下空档，补齐前不能生成年度账单。',
  },
})
