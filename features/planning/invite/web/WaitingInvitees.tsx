import { Alert, Button, Skeleton } from '@mantine/core'
import { IconHourglass, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import { client } from '#web/client/client.ts'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { inviteCalls } from '../contract.ts'
import './WaitingInvitees.css'

/** The people who are invited once the pitch is approved; nothing without any. */
export function WaitingInvitees({ uuid, open }: { uuid: string; open: boolean }) {
  const { t } = useTranslation(['approval', 'invite', 'lists'])
  const [shown, setShown] = useState(false)
  const { data } = useQuery(callQuery('getWaitingInviteeList', { uuid, limit: shown ? 200 : 1 }, 'pitch'))
  if (!data || data.total === 0) return null
  return (
    <Alert
      variant="light"
      mb="md"
      icon={<IconHourglass aria-hidden />}
      title={t('approval:people.title', { count: data.total })}
    >
      {!shown ? (
        <Button size="xs" variant="default" onClick={() => setShown(true)}>
          {t('approval:people.show')}
        </Button>
      ) : data.items.length < Math.min(data.total, 200) ? (
        <Skeleton height={24} aria-busy />
      ) : (
        <ul className="waiting-invitees">
          {data.items.map(({ id, email, firstname, lastname, held_by: held }) => {
            const name = fullName({ firstname, lastname })
            const label = t('approval:people.remove', { name: name || email })
            return (
              <li key={id}>
                <span>
                  {[name, email].filter(Boolean).join(' · ')}{' '}
                  {held && <StateBadge tone="warn">{t('lists:noMail', { why: t(`invite:held.${held}`) })}</StateBadge>}
                </span>
                {open && (
                  <ActMenu
                    calls={inviteCalls}
                    acts={[
                      {
                        label,
                        icon: IconX,
                        run: () => client.deleteWaitingInvitee({ uuid, id }),
                        done: t('approval:people.removed', { name: name || email }),
                      },
                    ]}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Alert>
  )
}
