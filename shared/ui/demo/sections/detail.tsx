import { Button, Card, DetailDrawer, Flex } from '@assoc/ui'
import { useState } from 'react'
import { storedTea } from '../api/answers'
import { tea } from '../resources'

const IDS = ['11', '12', '14']

/** The detail of one of three rows, with its timeline and the way to its neighbours. */
export function DetailExample() {
  const [at, setAt] = useState<number | null>(null)
  const row = at === null ? undefined : storedTea(IDS[at] ?? '')
  const step = (by: number) => (at !== null && IDS[at + by] ? () => setAt(at + by) : null)
  return (
    <Card>
      <Flex gap={8}>
        {IDS.map((id, i) => (
          <Button key={id} onClick={() => setAt(i)}>
            {String(storedTea(id)['teaName'])}
          </Button>
        ))}
      </Flex>
      {row ? <DetailDrawer key={at} resource={tea} row={row} title={String(row['teaName'])} onPrevious={step(-1)} onNext={step(1)} onClose={() => setAt(null)} /> : null}
    </Card>
  )
}
