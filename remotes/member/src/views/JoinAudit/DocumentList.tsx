import { OTHER_PAPERS, selectPaperItems, type PaperSlot } from '@assoc/contract/member/data-item'
import { FileLinks, Flex, Skeleton, Typography, useAnswer } from '@assoc/ui'
import { idle, itemsWithout, type Biz } from './documents'

/** The documents of a record by item, and what is missing, in its detail. */
export default function DocumentList({ biz, slots, except, open }: { biz: Biz; slots: readonly PaperSlot[] | null | undefined; except?: readonly string[]; open: boolean }) {
  const { data } = useAnswer(selectPaperItems, { bizType: biz })
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} title={false} />
  const items = itemsWithout(data, except)
  const all = slots ?? []
  const of = (itemKey: string | null) => all.find((slot) => slot.itemKey === itemKey)?.files ?? []
  const rows = [
    ...items.map((item) => ({ key: item.itemKey, name: item.itemName, files: of(item.itemKey), note: item.requiredFlag ? '必传，尚未上传' : '未上传（选填）', missing: item.requiredFlag && open })),
    ...idle(all, items).map((slot) => ({ key: slot.itemKey, name: `${slot.itemName}（已不再要求）`, files: slot.files, note: '', missing: false })),
    ...(of(null).length > 0 ? [{ key: 'other', name: OTHER_PAPERS, files: of(null), note: '', missing: false }] : []),
  ]
  return (
    <section aria-label="材料">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        材料
      </Typography.Title>
      <Flex vertical gap={8}>
        {rows.map(({ key, name, files, note, missing }) => (
          <Flex key={key} gap={12}>
            <span style={{ width: 150, flex: 'none', overflowWrap: 'anywhere' }}>{name}</span>
            {files.length > 0 ? <FileLinks files={files} /> : <Typography.Text type={missing ? 'danger' : 'secondary'}>{note}</Typography.Text>}
          </Flex>
        ))}
      </Flex>
    </section>
  )
}
