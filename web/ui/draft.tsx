import { Alert, Button, Group } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from './time.ts'

export interface Draft<T> {
  readonly value: T
  /** Changes the value; the browser stores it half a second after. */
  readonly change: (next: T | ((before: T) => T)) => void
  /** When the draft that this visit found was written, if there was one. */
  readonly restoredAt: Date | undefined
  /** Restores the initial value and forgets the draft. */
  readonly discard: () => void
  /** Forgets the draft, because the server has it now. */
  readonly sent: () => void
}

const keepAfter = 500

/**
 * Keeps what a person types in this browser until it has been sent, so that no reload and no crash loses it. `name`
 * contains the person's id, so that the next person at this device does not find it; without a name nothing is
 * kept. `T` has to survive JSON.
 */
export function useDraft<T>(name: string | undefined, initial: T): Draft<T> {
  const key = name && `rostrum.draft.${name}`
  const place = useRef(key)
  const [found] = useState(() => read<T>(key))
  const [value, setValue] = useState<T>(found?.value ?? initial)
  const [restoredAt, setRestoredAt] = useState(found && new Date(found.at))
  const unsaved = useRef<T | undefined>(undefined)

  const keep = useCallback(() => {
    if (unsaved.current === undefined) return
    write(place.current, { at: Date.now(), value: unsaved.current })
    unsaved.current = undefined
  }, [])

  // a draft that gets another name leaves nothing under its old one
  useEffect(() => {
    if (place.current !== key) write(place.current, undefined)
    place.current = key
  }, [key])

  useEffect(() => {
    if (unsaved.current === undefined) return
    const timer = setTimeout(keep, keepAfter)
    return () => clearTimeout(timer)
  })

  // leaving the page before the half second is over keeps it as well
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const forget = () => {
    unsaved.current = undefined
    write(key, undefined)
    setRestoredAt(undefined)
  }
  return {
    value,
    restoredAt,
    change: next =>
      setValue(before => {
        const after = typeof next === 'function' ? (next as (before: T) => T)(before) : next
        unsaved.current = after
        return after
      }),
    discard: () => {
      forget()
      setValue(initial)
    },
    sent: forget,
  }
}

function read<T>(key: string | undefined): { at: number; value: T } | undefined {
  try {
    return key === undefined ? undefined : (JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined)
  } catch {
    return undefined
  }
}

function write(key: string | undefined, kept: unknown): void {
  if (key === undefined) return
  try {
    if (kept === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // a full or forbidden storage keeps no draft; the form itself goes on
  }
}

/** Says that a form shows a restored draft, and discards it. */
export function DraftNotice({ draft }: { draft: Pick<Draft<unknown>, 'restoredAt' | 'discard'> }) {
  const { t, i18n } = useTranslation()
  if (!draft.restoredAt) return null
  return (
    <Alert variant="light" mb="md" role="status">
      <Group justify="space-between">
        {t('draft.restored', { when: formatTime(draft.restoredAt, i18n.language) })}
        <Button size="xs" variant="subtle" onClick={draft.discard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
