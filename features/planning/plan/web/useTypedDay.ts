import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isDay } from '#web/ui/days.ts'
import { dayWritten } from '#web/ui/dayWritten.ts'

interface Options {
  /** YYYY-MM-DD, or what was typed instead of a day. */
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  /** The first day that the calendar offers; an earlier one can be typed, and is then said to be too early. */
  from?: string | undefined
}

/**
 * The props of a `DateInput` that keeps what is typed. By itself it takes nothing that it does not understand or that
 * lies before its first day, and wipes it without a word. Here what is no day becomes the value when the field is left,
 * so that the form can say so and is not sent.
 */
export function useTypedDay({ value, onChange, onLeave, from }: Options) {
  const [isUnread, setUnread] = useState(false)
  const held = useRef<string | null>(null)
  if (isDay(value)) held.current = value
  else if (value === '') held.current = null
  // the field cannot show again what was typed before the page was left
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what a draft brings along
  useEffect(() => {
    if (value && !isDay(value)) onChange('')
  }, [])
  return {
    dateParser: dayWritten,
    fixOnBlur: !isUnread,
    value: held.current,
    onChange: (day: string | null) => {
      setUnread(false)
      onChange(day ?? '')
    },
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      const text = currentTarget.value.trim()
      setUnread(text !== '' && dayWritten(text) === null)
    },
    onBlur: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      if (isUnread) onChange(currentTarget.value.trim())
      onLeave()
    },
    ...(from && { excludeDate: (day: string) => day < from }),
  }
}
