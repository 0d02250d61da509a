import { Anchor } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { callers } from '#contract/declare.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'

/** What waits for an admin, besides pitches. Nothing when nothing waits. */
export function ToDo() {
  const { t } = useTranslation('shell')
  const { roles } = usePerson()
  const waiting = useQuery({
    queryKey: ['getTicketList', 'waiting'],
    queryFn: () => client.getTicketList({ state: 'open', limit: 1 }),
    enabled: roles.some(role => callers.admins.some(admin => admin === role)),
  })
  const count = waiting.data?.total ?? 0
  if (count === 0) return null
  return (
    <p className="home-to-do">
      <IconMessageQuestion size={18} aria-hidden />
      <Anchor component={Link} to="/support/tickets?state=open">
        {t('home.tickets', { count })}
      </Anchor>
    </p>
  )
}
