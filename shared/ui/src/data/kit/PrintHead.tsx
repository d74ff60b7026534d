export interface PrintHeadProps {
  columns: readonly { title: string; className: string | undefined }[]
  selectable: boolean
}

/** The head of a list that is repeated on every sheet. */
export function PrintHead({ columns, selectable }: PrintHeadProps) {
  return (
    <thead className="kit-print-head" aria-hidden="true">
      <tr>
        {selectable ? <th className="kit-select">选择</th> : null}
        {columns.map(({ title, className }) => (
          <th key={title} {...(className ? { className } : {})}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
