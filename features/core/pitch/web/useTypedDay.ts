import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dayWritten, isDay } from '#web/ui/days.ts'
import { isGuided } from '#web/ui/guided.ts'

interface Options {
  /** YYYY-MM-DD, or what was typed instead of a day. */
  value: string
  onChange: (value: string) => void
  onLeave?: () => void
  /** The first day that the calendar offers; the form reports an earlier one that is typed. */
  from?: string | undefined
}

/**
 * The properties of a `DateInput` that keeps what is typed. By itself it silently clears a text that it does not
 * understand, and a day before its first. Here such a text becomes the value when the field is left, so that the form can
 * report it and is not sent.
 */
export function useTypedDay({ value, onChange, onLeave, from }: Options) {
  const [isUnread, setUnread] = useState(false)
  const [opened, setOpened] = useState(false)
  const lastDay = useRef<string | null>(null)
  if (isDay(value)) lastDay.current = value
  else if (value === '') lastDay.current = null
  // the field cannot show again the text of a restored draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what a draft brings along
  useEffect(() => {
    if (value && !isDay(value)) onChange('')
  }, [])
  return {
    dateParser: dayWritten,
    fixOnBlur: !isUnread,
    value: lastDay.current,
    onChange: (day: string | null) => {
      setUnread(false)
      setOpened(false)
      onChange(day ?? '')
    },
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      const text = currentTarget.value.trim()
      setUnread(text !== '' && dayWritten(text) === null)
      setOpened(true)
    },
    onBlur: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
      if (isUnread) onChange(currentTarget.value.trim())
      setOpened(false)
      onLeave?.()
    },
    // by itself the calendar opens with every focus, and covers the error to which the form leads
    popoverProps: { withinPortal: false, opened },
    onFocus: () => setOpened(!isGuided()),
    onClick: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpened(false)
    },
    ...(from && { excludeDate: (day: string) => day < from }),
  }
}
