import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { isTimedOut, page, setTimedOut } from './timedOut.ts'
import { timeoutOf, useSessionTimer, WARN_AT } from './useSessionTimer.ts'
import { useTelling } from './useTelling.ts'
import './SessionTimeout.css'

/** [SCREEN-041] Asks an inactive person whether they are still there, and signs them out without an answer. */
export function SessionTimeout() {
  const { t } = useTranslation('session')
  const { data, dataUpdatedAt } = useQuery(presenceQuery)
  const navigate = useNavigate()
  const timeout = timeoutOf(data?.person?.session_timeout)
  const { main_session_timeout_current: left, stay } = useSessionTimer(timeout, dataUpdatedAt, signOutAndReload)
  useTelling()
  // The sign-out at the end did not reach the server: it is repeated later, where a failure can be shown.
  useEffect(() => {
    if (isTimedOut()) navigate('/logout', { replace: true })
  }, [navigate])

  return (
    // [STATE-099, STATE-102]
    <Modal
      opened={left <= WARN_AT && left > 0}
      onClose={stay}
      title={t('timeout.title')}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <Text>{t('timeout.why', { minutes: Math.round(timeout / 60) })}</Text>
        <div className="timeout-count" role="timer" aria-live="off">
          <span className="timeout-seconds tabular">{left}</span>
          <span>{t('timeout.seconds', { count: left })}</span>
        </div>
        <span className="unseen" role="status">
          {t('timeout.left', { count: announced(left) })}
        </span>
        <Group justify="flex-end" gap="xs">
          {/* [STATE-101] */}
          <Button variant="default" onClick={() => navigate('/logout')}>
            {t('timeout.exit')}
          </Button>
          {/* [STATE-100] */}
          <Button onClick={stay} data-autofocus>
            {t('timeout.stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** What a screen reader says: not every second, which would be too much to listen to. */
const announced = (left: number): number => [10, 20, 30].find(step => left <= step) ?? WARN_AT

/** [STATE-103, STATE-104, STATE-105, STATE-106] Ends the session, and an impersonation with it. */
async function signOutAndReload(): Promise<void> {
  setTimedOut(true)
  await client.writeLogout({}).catch(() => {})
  page.reload()
}
