import type { ResponseOf } from '@assoc/contract'
import { choice } from '@assoc/contract'
import type { explainPermit } from '@assoc/contract/rbac/why'
import { dateFormat } from '@assoc/http'
import { Alert, Flex, injectStyle, StatusTag, Table } from '@assoc/ui'

type Why = ResponseOf<typeof explainPermit>

const GIVES = choice('结论', { yes: '给予', no: '不给予' }, { yes: 'green', no: 'grey' })

export type Kind = 'permit' | 'menu' | 'record'

const VERDICT: Record<Kind, [yes: string, no: string]> = { permit: ['有此权限', '没有此权限'], menu: ['看得到此菜单', '看不到此菜单'], record: ['的数据范围包含', '的数据范围不包含'] }

const day = (instant: string) => dateFormat(instant, 'YYYY-MM-DD HH:mm')

/** The verdict first, then what stands in the way, then each role's part. */
export function Answer({ answer, kind }: { answer: Why; kind: Kind }) {
  const { person, allowed, target } = answer
  injectStyle('why-answer', '.why-time{white-space:nowrap}')
  return (
    <Flex vertical gap={16}>
      <Alert
        type={allowed ? 'success' : 'warning'}
        showIcon
        title={`${person.realName}${person.deptName ? `（${person.deptName}）` : ''}${VERDICT[kind][allowed ? 0 : 1]}：${target}`}
        description={
          answer.notes.length > 0 ? (
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {answer.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null
        }
      />
      <Table<Why['roles'][number]>
        size="middle"
        rowKey="roleId"
        pagination={false}
        dataSource={answer.roles}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: '此人没有任何角色，请先在“用户管理”中分配角色。' }}
        columns={[
          { title: '角色', width: 150, dataIndex: 'roleName' },
          { title: '结论', width: 110, render: (_, r) => <StatusTag of={GIVES} value={r.gives ? 'yes' : 'no'} /> },
          { title: '依据', render: (_, r) => r.sentences.join('；') },
          { title: '自', width: 160, className: 'why-time', render: (_, r) => (r.gives ? (r.since ? day(r.since) : '早于记录') : '—') },
          { title: '至', width: 160, className: 'why-time', render: (_, r) => (r.gives ? (r.until ? day(r.until) : '长期') : '—') },
        ]}
      />
    </Flex>
  )
}
