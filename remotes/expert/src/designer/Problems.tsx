import { Button, DownOutlined, UpOutlined } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { LongList } from './LongList'
import type { DesignerStore } from './store'

/** What stands in the way of publishing, as it is now; each line leads to its place. */
export const Problems = observer(function Problems({ store }: { store: DesignerStore }) {
  const [open, setOpen] = useState(true)
  const { problems, problemAt } = store
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const said =
    problems.length === 0
      ? '没有问题，可以发布'
      : [errors > 0 ? `${errors} 个错误` : '', warnings > 0 ? `${warnings} 个提醒` : ''].filter(Boolean).join('，')
  return (
    <section className="fd-problems" aria-label="问题">
      <div className="fd-part">
        <span>问题：{said}</span>
        {problems.length > 0 ? (
          <span>
            <span className="fd-hint" style={{ marginInlineEnd: 8, fontWeight: 400 }}>
              F8 下一个
            </span>
            <Button
              size="small"
              type="text"
              aria-expanded={open}
              aria-label={open ? '收起问题' : '展开问题'}
              icon={open ? <DownOutlined /> : <UpOutlined />}
              onClick={() => setOpen(!open)}
            />
          </span>
        ) : null}
      </div>
      {open && problems.length > 0 ? (
        <LongList
          className="fd-scroll"
          data-region="problems"
          count={problems.length}
          estimate={28}
          at={problemAt}
          keyOf={String}
          row={(index) => {
            const problem = problems[index]
            if (!problem) return null
            const isError = problem.severity === 'error'
            return (
              <button type="button" className="fd-jump" onClick={() => store.showProblem(index)}>
                <span data-mild={!isError}>{isError ? '错误' : '提醒'}</span>
                <span>{problem.message}</span>
              </button>
            )
          }}
        />
      ) : null}
    </section>
  )
})
