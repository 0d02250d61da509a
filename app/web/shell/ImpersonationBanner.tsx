import { Button } from '@mantine/core'
import { IconUserShield, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stopImpersonating } from '#features/access/impersonation/web/impersonation.ts'
import type { Me } from '#features/core/account/me.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { useWording } from '#web/ui/wording.ts'
import './ImpersonationBanner.css'

/** [SHELL-014, SHELL-015] Shows above everything that an admin impersonates the person, and ends it. */
export function ImpersonationBanner() {
  const person = usePerson()
  return person.impersonate_model ? <Banner person={person} /> : null
}

function Banner({ person }: { person: Me }) {
  const { t } = useTranslation('session')
  const name = useDisplayName(person)
  const wording = useWording()
  const left = useMillisecondsLeft(person.impersonate_until)
  const stop = useMutation({ mutationFn: stopImpersonating })
  const { mutate } = stop
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) mutate('timer')
  }, [isOver, mutate])

  // What sticks to the top of the window sticks below the banner; see the style sheet.
  useEffect(() => {
    document.documentElement.dataset['impersonating'] = ''
    return () => {
      delete document.documentElement.dataset['impersonating']
    }
  }, [])

  return (
    <section className="impersonation" aria-label={t('impersonate.banner')}>
      <IconUserShield size={20} aria-hidden />
      <p role="status">
        <strong>{t('impersonate.actingAs', { name })}</strong>{' '}
        <span className="impersonation-more">{t('impersonate.written', { name: person.impersonator_name ?? '' })}</span>
      </p>
      <span className="impersonation-left tabular" role="timer">
        {stop.error ? wording(stop.error) : t('impersonate.left', { count: Math.max(0, Math.ceil(left / 60_000)) })}
      </span>
      <Button
        size="compact-sm"
        variant="white"
        color="dark"
        leftSection={<IconX size={16} aria-hidden />}
        loading={stop.isPending}
        onClick={() => mutate('banner')}
        aria-label={t('impersonate.stopAs', { name })}
      >
        {t('impersonate.stop')}
      </Button>
    </section>
  )
}

/** How long an instant is ahead, looked at four times a minute, and when it comes. */
function useMillisecondsLeft(until: string | undefined): number {
  const ends = until ? Date.parse(until) : 0
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, 15_000)
    const atTheEnd = setTimeout(tick, Math.max(0, ends - Date.now()) + 50)
    return () => {
      clearInterval(timer)
      clearTimeout(atTheEnd)
    }
  }, [ends])
  return ends - now
}
