import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnSession } from '#features/access/session/contract.ts'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { Time, TimeAgo } from '#web/ui/Time.tsx'
import './SessionList.css'

const sessionsKey = ['ownSessions']
const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
} as const

/** Where the user is signed in, with a button to sign out there. */
export function SessionList() {
  const { t } = useTranslation('session')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const list = useQuery({ queryKey: sessionsKey, queryFn: () => client.getSessionList({}) })
  const endOthers = async () => {
    const { ended } = await client.endOtherSessions({})
    await queries.invalidateQueries({ queryKey: sessionsKey })
    doneNotice(t('sessions.othersEnded', { count: ended }))
  }

  return (
    <FormSection title={t('sessions.title')} hint={t('sessions.hint')}>
      {list.isPending && <Skeleton height={64} />}
      {list.isError && <ErrorNotice failure={list.error} retry={() => list.refetch()} />}
      {list.data && (
        <ul className="sessions" aria-label={t('sessions.title')}>
          {list.data.items.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {list.data?.items.some(({ is_this }) => !is_this) && (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('sessions.endOthers')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('sessions.endOthersTitle')}
        act={t('sessions.endOthers')}
        danger
        run={endOthers}
      >
        {t('sessions.endOthersBody')}
      </ConfirmDialog>
    </FormSection>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation('session')
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => client.endSession({ session_id: session.id }),
    onSuccess: () => doneNotice(t('sessions.ended')),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  })
  const DeviceIcon = icons[session.device]
  const name = [session.browser, session.system].filter(Boolean).join(' · ') || t(`sessions.device.${session.device}`)
  return (
    <li className="session">
      <DeviceIcon size={24} stroke={1.5} aria-label={t(`sessions.device.${session.device}`)} role="img" />
      <div className="session-words">
        <Text fw={600}>
          {name}
          {session.is_this && (
            <Badge component="span" ml="xs" variant="light" tt="none" color="green">
              {t('sessions.this')}
            </Badge>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          <span className="tabular">{session.ip}</span>
          {' · '}
          {t('sessions.since')} <Time at={session.since} />
          {!session.is_this && (
            <>
              {' · '}
              {t('sessions.used')} <TimeAgo at={session.last_used} />
            </>
          )}
        </Text>
        <ErrorNotice failure={end.error} />
      </div>
      {!session.is_this && (
        <Button
          variant="subtle"
          color="red"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('sessions.endNamed', { name })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
