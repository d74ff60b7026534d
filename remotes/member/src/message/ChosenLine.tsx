import { Alert, Button } from '@assoc/ui'
import type { Chosen } from './compose-values'

const formatValue = ({ contactIds, memberIds, filter, total }: Chosen): string => {
  if (filter)
    return filter.from === 'contact'
      ? `符合筛选条件的全部联系人，选择时共 ${total} 位；发送时按同一条件重新查找`
      : `符合筛选条件的全部会员的在任联系人和个人会员本人，选择时共 ${total} 个会员；发送时按同一条件重新查找`
  const contacts = contactIds.length > 0 ? [`${contactIds.length} 位联系人`] : []
  const members = memberIds.length > 0 ? [`${memberIds.length} 家会员的在任联系人`] : []
  return `已选 ${[...contacts, ...members].join('、')}`
}

/** Who was chosen in a list, as a line that can be taken away. */
export function ChosenLine({ chosen, onRemove }: { chosen: Chosen; onRemove: () => void }) {
  return (
    <Alert
      type="info"
      style={{ marginBottom: 12 }}
      title={formatValue(chosen)}
      action={
        <Button size="small" type="text" onClick={onRemove}>
          移除
        </Button>
      }
    />
  )
}
