import type { DatePickerProps, ProgressProps, StepsProps, TimelineProps, TimePickerProps, TreeProps, TreeSelectProps, UploadProps } from 'antd'
import type { RangePickerProps } from 'antd/es/date-picker'
import { Suspense, lazy, type ComponentType } from 'react'
import type * as RareParts from '../rare'
import { Skeleton } from '../shell'

type Rare = typeof RareParts

/**
 * A component of the rare part that looks as if it were here: its code is fetched when it is first
 * shown. So a list whose dates, trees and uploads are never opened does not pay for them.
 */
function late<P extends object>(pick: (rare: Rare) => unknown): ComponentType<P> {
  const Part = lazy(async () => ({ default: pick(await import(/* webpackChunkName: "ui-rare" */ '../rare')) as ComponentType<P> }))
  return function Late(props: P) {
    return (
      <Suspense fallback={<Skeleton.Input active size="small" block />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

export const DatePicker = late<DatePickerProps>((r) => r.DatePicker)
export const RangePicker = late<RangePickerProps>((r) => r.DatePicker.RangePicker)
export const TimePicker = late<TimePickerProps>((r) => r.TimePicker)
export const Tree = late<TreeProps>((r) => r.Tree)
export const TreeSelect = late<TreeSelectProps>((r) => r.TreeSelect)
export const Upload = late<UploadProps>((r) => r.Upload)
export const UploadDragger = late<UploadProps>((r) => r.Upload.Dragger)
export const Progress = late<ProgressProps>((r) => r.Progress)
export const Steps = late<StepsProps>((r) => r.Steps)
export const Timeline = late<TimelineProps>((r) => r.Timeline)
