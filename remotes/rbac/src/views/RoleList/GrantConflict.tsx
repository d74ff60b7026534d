import { AppModal, Button, Flex, Typography } from '@assoc/ui'
import { differenceOf, isEmpty, type Catalogue, type Choice, type Difference, type Grants } from './grants'
import { scopeLabel } from './GrantSummary'

/** What stands in the role now, as a refused save tells it. */
export type Current = Pick<Grants, 'menuIds' | 'permits' | 'scopes'> & { role: { version: number } }

interface ConflictProps {
  catalogue: Catalogue
  base: Choice
  mine: Choice
  theirs: Choice
  onTakeTheirs: (theirs: Choice) => void
  onMerge: (theirs: Choice) => void
  onClose: () => void
}

/** Somebody else saved the role first: what both changed, and three ways on. Nothing chosen is lost. */
export function GrantConflict({ catalogue, base, mine, theirs, onTakeTheirs, onMerge, onClose }: ConflictProps) {
  const [own, other] = [differenceOf(base, mine), differenceOf(base, theirs)]
  const both = own.scopes.filter((m) => other.scopes.includes(m)).map((m) => catalogue.moduleNames.get(m) ?? m)
  return (
    <AppModal
      open
      width={720}
      title="该角色已被他人修改"
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="flex-end">
          <Button onClick={onClose}>返回继续编辑</Button>
          <Button onClick={() => onTakeTheirs(theirs)}>采用现有内容</Button>
          <Button type="primary" onClick={() => onMerge(theirs)}>
            合并后保存
          </Button>
        </Flex>
      }
    >
      <Typography.Paragraph type="secondary">您的修改没有丢失。合并时在现有内容上再做一遍您的修改。</Typography.Paragraph>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 16 }}>
        <Changes title="他人已保存的修改" difference={other} after={theirs} catalogue={catalogue} />
        <Changes title="我的修改" difference={own} after={mine} catalogue={catalogue} />
      </div>
      {both.length > 0 ? <Typography.Paragraph type="warning" style={{ margin: '12px 0 0' }}>{`两人都改了${both.join('、')}的数据范围，合并后以您的为准。`}</Typography.Paragraph> : null}
    </AppModal>
  )
}

function Changes({ title, difference, after, catalogue }: { title: string; difference: Difference; after: Choice; catalogue: Catalogue }) {
  const menu = (id: string) => catalogue.leaves.get(id)?.menuName ?? id
  const permit = (id: string) => catalogue.permits.get(id)?.permitName ?? id
  const lines = [
    ...difference.menus.added.map((id) => `＋ 菜单 ${menu(id)}`),
    ...difference.menus.removed.map((id) => `－ 菜单 ${menu(id)}`),
    ...difference.permits.added.map((id) => `＋ 权限 ${permit(id)}`),
    ...difference.permits.removed.map((id) => `－ 权限 ${permit(id)}`),
    ...difference.scopes.map((m) => `数据范围 ${catalogue.moduleNames.get(m) ?? m}：${scopeLabel(after.scopes.get(m))}`),
  ]
  return (
    <section aria-label={title}>
      <Typography.Text strong>{title}</Typography.Text>
      {isEmpty(difference) ? <div>授权没有不同，改的是角色的名称、状态或说明</div> : null}
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 18, maxHeight: 320, overflow: 'auto' }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
