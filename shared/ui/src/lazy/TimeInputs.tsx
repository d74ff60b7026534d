import { DatePicker, TimePicker } from 'antd'
import { instantOf, localTime, today } from '@assoc/contract/core/day'
import dayjs, { type Dayjs } from 'dayjs'

interface Given {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
}

export interface DateTimeInputProps extends Given {
  /** No day after today can be chosen. */
  past?: boolean
}

const one = (next: Dayjs | Dayjs[] | null): Dayjs | null => (Array.isArray(next) ? null : next)

/** A day with a clock time of Asia/Shanghai; its value is an instant in ISO 8601. What was typed counts when the field is left. */
export const DateTimeInput = ({ value, onChange, past = false, ...props }: DateTimeInputProps) => (
  <DatePicker
    {...props}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    needConfirm={false}
    style={{ width: '100%' }}
    value={value ? dayjs(localTime(value)) : null}
    {...(past ? { disabledDate: (day: Dayjs) => day.isAfter(today(), 'day') } : {})}
    onChange={(next) => onChange?.(one(next) ? instantOf((one(next) as Dayjs).format('YYYY-MM-DD HH:mm')) : null)}
  />
)

export interface TimeInputProps extends Given {
  /** Minutes between the times that are offered. */
  step?: number
}

/** A clock time; its value is `HH:mm`. What was typed counts when the field is left. */
export const TimeInput = ({ value, onChange, step = 1, ...props }: TimeInputProps) => (
  <TimePicker
    {...props}
    format="HH:mm"
    minuteStep={step as 1}
    needConfirm={false}
    changeOnScroll
    showNow={false}
    style={{ width: '100%' }}
    value={value ? dayjs(`2000-01-01 ${value}`) : null}
    onChange={(next) => onChange?.(one(next)?.format('HH:mm') ?? null)}
  />
)
