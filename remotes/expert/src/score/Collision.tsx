import { dateFormat } from '@assoc/http'
import { Alert, Button, Flex } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { SheetSaver } from './sheet-saver'

const scoreSaid = (score: number | undefined): string => (score === undefined ? '未评' : String(score))

/** A sheet that was saved in another tab meanwhile: both values of what differs, and which of them stays. The other one is kept as a version. */
export const Collision = observer(function Collision({ saver }: { saver: SheetSaver }) {
  const theirs = saver.collision
  if (!theirs) return null
  const differing = saver.rules.dimensions.filter(({ dimName }) => saver.scores[dimName] !== theirs.dimScores[dimName])
  return (
    <Alert
      type="warning"
      showIcon
      title={`这份评分表已在其他页面修改（${dateFormat(theirs.writeTime)}），请选择保留哪一份`}
      description={
        <>
          <table style={{ width: '100%', textAlign: 'start', marginBottom: 8 }}>
            <thead>
              <tr>
                <th scope="col" style={{ textAlign: 'start' }}>评分项</th>
                <th scope="col" style={{ textAlign: 'start' }}>本页</th>
                <th scope="col" style={{ textAlign: 'start' }}>已保存</th>
              </tr>
            </thead>
            <tbody>
              {differing.map(({ dimName }) => (
                <tr key={dimName}>
                  <th scope="row" style={{ fontWeight: 400, textAlign: 'start' }}>
                    {dimName}
                  </th>
                  <td>{scoreSaid(saver.scores[dimName])}</td>
                  <td>{scoreSaid(theirs.dimScores[dimName])}</td>
                </tr>
              ))}
              {saver.comment.trim() === (theirs.comment ?? '') ? null : (
                <tr>
                  <th scope="row" style={{ fontWeight: 400, textAlign: 'start', verticalAlign: 'top' }}>
                    评审意见
                  </th>
                  <td style={{ verticalAlign: 'top' }}>{saver.comment.trim() || '未填写'}</td>
                  <td style={{ verticalAlign: 'top' }}>{theirs.comment ?? '未填写'}</td>
                </tr>
              )}
            </tbody>
          </table>
          <Flex gap={8} wrap>
            <Button size="small" onClick={() => saver.settle(true)}>
              保留本页的
            </Button>
            <Button size="small" onClick={() => saver.settle(false)}>
              采用已保存的
            </Button>
          </Flex>
        </>
      }
    />
  )
})
