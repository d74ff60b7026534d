import type { ReactNode, RefObject } from 'react'
import { Typography } from '../../shell'

/** A titled part of a record's page. */
export function Section({ title, children, of }: { title: string; children: ReactNode; of?: RefObject<HTMLElement | null> }) {
  return (
    <section aria-label={title} ref={of}>
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0, marginBottom: 10 }}>
        {title}
      </Typography.Title>
      {children}
    </section>
  )
}
