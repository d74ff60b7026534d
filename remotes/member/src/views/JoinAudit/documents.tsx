import { OTHER_PAPERS, OTHER_RULE, PAPER_FILES, selectPaperItems, type PaperSlot } from '@assoc/contract/member/data-item'
import type { ResponseOf } from '@assoc/contract'
import { Button, CloseOutlined, FileLinks, FilesInput, Flex, Skeleton, Typography, useAnswer, type FormField } from '@assoc/ui'
import { useLayoutEffect, useRef } from 'react'

export type Biz = 'join' | 'pool'
type Item = ResponseOf<typeof selectPaperItems>[number]
type Slots = readonly PaperSlot[]

interface GivenByForm {
  id?: string
  value?: Slots | null
  onChange?: (value: Slots) => void
}

interface SlotsProps extends GivenByForm {
  biz: Biz
  /** `<resource>.<field>` that the uploads are for. */
  purpose: string
  /** Items that have a field of their own. */
  except?: readonly string[]
}

export const itemsWithout = (items: readonly Item[], except: readonly string[] = []) => items.filter((item) => !except.includes(item.itemName))
/** Slots with files whose item is not asked for any more. */
export const idle = (slots: Slots, items: readonly Item[]) => slots.filter((slot) => slot.itemKey !== null && !items.some((item) => item.itemKey === slot.itemKey))

/** A slot for each document that the business asks for, with what it accepts; what was uploaded for others stays visible. */
function Slots({ biz, purpose, except, id, value, onChange }: SlotsProps) {
  const { data, error } = useAnswer(selectPaperItems, { bizType: biz })
  // Several slots may be receiving at a time; each changes what stands there by then.
  const held = useRef<Slots>([])
  useLayoutEffect(() => {
    held.current = value ?? []
  }, [value])
  if (error) return <Typography.Text type="danger">{error}</Typography.Text>
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} title={false} />
  const items = itemsWithout(data, except)
  const filesOf = (itemKey: string | null) => (value ?? []).find((slot) => slot.itemKey === itemKey)?.files ?? []
  const put = (itemKey: string | null, itemName: string, files: PaperSlot['files']) => {
    const others = held.current.filter((slot) => slot.itemKey !== itemKey)
    held.current = files.length > 0 ? [...others, { itemKey, itemName, files }] : others
    onChange?.(held.current)
  }
  return (
    <Flex vertical gap={14} id={id ?? ''} tabIndex={-1}>
      {items.map(({ itemKey, itemName, requiredFlag, fileExts, maxSizeMb }) => (
        <section key={itemKey} aria-label={itemName}>
          <Title name={itemName} note={requiredFlag ? (filesOf(itemKey).length > 0 ? '必传' : '必传，尚未上传') : '选填'} missing={requiredFlag && filesOf(itemKey).length === 0} />
          <FilesInput purpose={purpose} rule={{ exts: fileExts, maxMb: maxSizeMb, max: PAPER_FILES }} value={filesOf(itemKey)} onChange={(files) => put(itemKey, itemName, files)} />
        </section>
      ))}
      {idle(value ?? [], items).map(({ itemKey, itemName, files }) => (
        <section key={itemKey} aria-label={itemName}>
          <Title name={itemName} note="已不再要求" />
          {files.map((file) => (
            <Flex key={file.fileId} align="center" gap={8}>
              <FileLinks files={[file]} />
              <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`移除 ${file.fileName}`} onClick={() => put(itemKey, itemName, files.filter((f) => f.fileId !== file.fileId))} />
            </Flex>
          ))}
        </section>
      ))}
      <section aria-label={OTHER_PAPERS}>
        <Title name={OTHER_PAPERS} note="选填" />
        <FilesInput purpose={purpose} rule={OTHER_RULE} value={filesOf(null)} onChange={(files) => put(null, OTHER_PAPERS, files)} />
      </section>
    </Flex>
  )
}


const Title = ({ name, note, missing = false }: { name: string; note: string; missing?: boolean }) => (
  <Flex gap={8} style={{ marginBottom: 4 }}>
    <Typography.Text strong>{name}</Typography.Text>
    <Typography.Text type={missing ? 'danger' : 'secondary'}>{note}</Typography.Text>
  </Flex>
)

const formatValue = (value: unknown): string => ((value ?? []) as Slots).map(({ itemName, files }) => `${itemName}：${files.map((f) => f.fileName).join('、')}`).join('；') || '—'

/** The field of a form that holds documents by item. */
export const papersField = (given: Pick<SlotsProps, 'biz' | 'purpose' | 'except'>): Partial<FormField> => ({ kind: 'own', label: '材料', span: 2, render: <Slots {...given} />, show: formatValue })
