import { Typography } from '@assoc/ui'
import type { ReactNode } from 'react'

/** A part of what is shown of a declaration, under its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} style={{ marginBottom: 16 }}>
      <Typography.Title level={2} style={{ fontSize: 16, margin: '0 0 8px' }}>
        {title}
      </Typography.Title>
      {children}
    </section>
  )
}
